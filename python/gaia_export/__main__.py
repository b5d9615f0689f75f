import sys

from gaia_export.cli import main

sys.exit(main())
