#!/usr/bin/env bash
# Makes sure there is a browser for the tests: an installed Chromium, else Debian's where we may
# install it, else Playwright's own. Says so and fails where none can be had.
set -euo pipefail
cd "$(dirname "$0")/.."

for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null; then
        exit 0
    fi
done
if [ -n "${GALDA_BROWSER:-}" ]; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing Chromium for the browser tests"
    apt-get update -qq && apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "fetching Playwright's Chromium for the browser tests"
if ! .venv/bin/playwright install chromium; then
    echo "no browser could be found or installed: install Chromium, or name one in GALDA_BROWSER" >&2
    exit 1
fi
