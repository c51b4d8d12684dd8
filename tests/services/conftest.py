from tests.matches.conftest import _stores_are_closed, table

__all__ = ["_stores_are_closed", "table"]
