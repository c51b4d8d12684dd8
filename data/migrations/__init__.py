"""The migrations of the tables, in numbered steps. A step that was released is never edited.

The first one makes the tables as they were at its revision, the oldest that can be migrated (docs/adr/0045).
Steps that no release has had can become parts of one (docs/adr/0054).

To add one: copy the newest file of ``versions/`` under the next number, name the one before it as
``down_revision``, and write ``upgrade`` (``op.batch_alter_table`` to alter a table, which SQLite needs).
Steps are plain SQLAlchemy and import nothing of ``data.schema``, which goes on changing after them. No step
is taken back: the copy made before a migration is the way back. Then change ``data/schema.py`` (a test
compares) and keep a dump of the version before; ``tests/data_store/maintenance/test_migrations.py`` names
the command.
"""
