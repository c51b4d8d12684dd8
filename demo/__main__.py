"""`python -m demo`: the bot in a browser page, with no token."""

import sys

from demo.run import main

sys.exit(main())
