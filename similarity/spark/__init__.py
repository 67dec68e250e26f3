"""The comparison on a cluster: the same sets, candidates, measures and stars as on one machine, as a Spark job."""
