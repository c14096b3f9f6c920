"""What stands before every request, of the whole site and of the one that serves its first page."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from galda.bots.precompiler import Precompiler
from galda.web.common.packing import QUICK, SMALLEST_PACKED
from galda.web.common.render import STATIC, static_path
from galda.web.security.fair_queue import FairQueue
from galda.web.security.guard import Guard, Refuse, in_json
from galda.web.security.people import Signer
from galda.web.security.rate_limits import Accounts, RateLimit
from galda.web.serving.health import KnownHosts
from galda.web.serving.settings import Settings
from galda.web.serving.telemetry import Figures, RequestRecorder


class Frozen(StaticFiles):
    """Static files under a name that changes with them: kept by browsers for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with how long it may be kept."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def install(
    app: Starlette,
    settings: Settings,
    precompiler: Precompiler | None,
    figures: Figures,
    tell: Refuse = in_json,
) -> None:
    """Give an application its middleware, static files, and what all pages find in its state."""
    app.state.settings = settings
    app.state.precompiler = precompiler
    app.state.signer = Signer(settings.secret, settings.secret_before)
    app.state.figures = figures
    app.state.accounts = Accounts(settings.shares)
    app.mount(static_path(), Frozen(directory=STATIC), name="static")
    # The last one added stands in front.
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_PACKED, compresslevel=QUICK)
    app.add_middleware(FairQueue, accounts=app.state.accounts)
    app.add_middleware(Guard, largest_body=settings.largest_body, tell=tell)
    app.add_middleware(KnownHosts, allowed_hosts=settings.allowed_hosts)
    app.add_middleware(RequestRecorder, figures=figures)
    app.add_middleware(RateLimit, accounts=app.state.accounts)
