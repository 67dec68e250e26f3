"""One address per page: the state of each address, the page to keep of each group, and the roles of the rest."""
