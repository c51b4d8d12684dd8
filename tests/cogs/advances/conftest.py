from tests.cogs.feature_fixtures import *  # noqa: F403
from tests.matches.conftest import table  # noqa: F401
