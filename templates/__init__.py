"""Jinja templates and static files of the report; nothing to import."""
