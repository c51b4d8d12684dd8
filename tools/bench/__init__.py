"""Benchmarks: one module each, with a ``run()`` that prints figures beside what is wanted.

A benchmark fails where a result is wrong, and never because something is slow. It may import ``tests``;
nothing of the product imports it.
"""
