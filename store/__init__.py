"""The audit file: its one writer, and the SQL of each stage. `schema.sql` is the layout."""
