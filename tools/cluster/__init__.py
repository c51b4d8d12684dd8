"""A whole cluster on one machine: several bots and a worker on PostgreSQL, and failures of its parts.

``python -m tools.cluster`` starts real parts: a PostgreSQL server and a synchronous standby, nginx with the
file that hosts get, the loopback Discord with shards and rate limits, bots that share the shards, and
workers. ``plan.py`` has the sizes, ``parts.py`` starts the parts and finds doubled messages, ``crowd.py``
compares each move with the database, and each module of ``scenarios`` causes an event and prints its figures
beside their goals. It exits with 1 if something was lost or doubled, never because of slowness alone: speed
depends on the machine. It may import ``tests``; nothing of the product imports it.
"""
