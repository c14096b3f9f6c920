"""What compiling tells: how many functions were compiled, and once that it takes a while."""

import sys
import threading
import time
from contextlib import contextmanager

from numba.core import event


class _Counter(event.Listener):
    """Calls something whenever a function was compiled."""

    def __init__(self, tell):
        self._tell = tell

    def on_start(self, _):
        """Nothing is finished yet."""

    def on_end(self, event):
        """One more function is compiled."""
        self._tell(event.data["dispatcher"].py_func.__qualname__)


@contextmanager
def on_compile(tell):
    """Call `tell` with the name of each function that is compiled meanwhile, in any thread."""
    listener = _Counter(tell)
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)


class Notice:
    """Says once, on stderr, that something is being compiled, when that has taken a while."""

    PATIENCE = 2.0
    """Seconds of compiling after which it is said."""
    WORDS = (
        "galda: compiling for this computer; this takes up to a minute once, and no time afterwards"
    )

    def __init__(self):
        self.wanted = True
        self._spent = 0.0
        self._depth = 0

    @contextmanager
    def compiling(self):
        """While something is compiled."""
        self._depth += 1
        began, timer = time.monotonic(), None
        if self._depth == 1 and self.wanted:
            timer = threading.Timer(max(self.PATIENCE - self._spent, 0.0), self._say)
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            self._depth -= 1
            if timer:
                timer.cancel()
                self._spent += time.monotonic() - began

    def _say(self):
        if self.wanted:
            self.wanted = False
            print(self.WORDS, file=sys.stderr, flush=True)


notice = Notice()
