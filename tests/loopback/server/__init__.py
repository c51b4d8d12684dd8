"""A Discord of our own on 127.0.0.1: ``README.md`` says what it promises, and what it does not know.

``Loopback`` (``loopback.py``) is the whole of it, ``Person`` (``people.py``) acts in it.
"""
