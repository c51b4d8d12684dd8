"""Jobs to children of other machines: a queue between :mod:`computer.workers` there and whoever asks here.

The queue itself is somebody else's: it takes bytes of a kind, and gives back bytes.
"""
