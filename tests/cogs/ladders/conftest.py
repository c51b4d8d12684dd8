from tests.cogs.feature_fixtures import *  # noqa: F403
from tests.data_store.conftest import filled_postgres_url, filled_url  # noqa: F401
