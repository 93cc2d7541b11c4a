"""What a page may load and who may frame it: headers of every answer, a server's or the browser's own."""

from __future__ import annotations

from typing import Final

_PAGE = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self' blob:",
    "connect-src": "'self'", "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
}  # fmt: skip

_POCKET = {
    **_PAGE, "script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self'", "manifest-src": "'self'",
}  # fmt: skip
"""Of a page with its engine in the browser: WebAssembly is compiled there, and nothing else."""


def _policy(sources: dict[str, str]) -> str:
    return "; ".join(f"{what} {whence}" for what, whence in sources.items())


def _headers(policy: str) -> dict[str, str]:
    return {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-cache",
    }


SERVED: Final = _headers(_policy(_PAGE))
"""Headers of what a server of a table answers."""

POCKET: Final = _headers(_policy(_POCKET))
"""Headers of what a browser that keeps a page answers itself."""

POCKET_IN_PAGE: Final = _policy({what: whence for what, whence in _POCKET.items() if what != "frame-ancestors"})
"""The same policy as it stands in the page; who may frame it is not heard there."""
