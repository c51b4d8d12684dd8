"""Benchmarks: one module each, with a ``run()`` that prints figures beside their goals.

``tools/harness.py`` has what they share. A benchmark fails if a result is wrong, never because something is
slow. It may import ``tests``; nothing of the product imports it.
"""
