"""The stores, one file a subject: its statements, its row mapping, its methods.

Only this folder writes rows.
"""
