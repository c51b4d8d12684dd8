"""The whole of it on one machine: several bots and a worker on PostgreSQL, and what may befall them.

``python -m tools.cluster`` starts real parts: a PostgreSQL server and a synchronous standby, nginx with the
file that hosts get, the loopback Discord with shards and its limits on, bots that share the shards, and
workers. ``plan.py`` says how much of it, ``parts.py`` starts it, ``crowd.py`` are the people who move and
what became of each move, ``watch.py`` sees what must not be seen, and each module of ``scenarios`` lets
something happen and prints its figures beside what is wanted. It leaves with 1 if something was lost or
doubled, and never because of slowness alone: how fast it is depends on the machine.
It may import ``tests``; nothing of the product imports it.
"""
