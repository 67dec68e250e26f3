"""`pagetwin analyze --engine spark`: pages on any storage to pairs, groups and a report, by similarity/spark."""
