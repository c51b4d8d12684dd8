"""Settings that more than one program reads: the database, secrets in files, the port, deadlines."""
