"""What the owner gets to see: the report folder, tables, the summary and the closing lines of the console."""
