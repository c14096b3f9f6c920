"""Setting up positions by touch: the tests that we ship for all games."""

from galda.testing.setting_up_by_touch import *  # noqa: F403
