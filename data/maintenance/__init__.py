"""Migrations, backups and checks: work on a whole database."""
