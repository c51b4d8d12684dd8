"""Settings that more than one program reads: the database's address, and secrets in files."""
