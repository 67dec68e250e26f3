"""What tests share: servers, browsers, running the command."""
