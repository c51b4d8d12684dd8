from tests.cogs.feature_fixtures import *  # noqa: F403
