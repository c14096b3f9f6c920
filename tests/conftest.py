"""What all tests share: examples may take long, for the first one may have to be compiled."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
