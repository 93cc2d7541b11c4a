"""A folder of static files becomes a page that a browser keeps: what it consists of, what keeps it, what it says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from armada_sim.tabletop.errors import InputError
from armada_sim.tabletop.language import LANGUAGES, Language, Message, cause
from armada_sim.tabletop.web.policy import POCKET, POCKET_IN_PAGE
from armada_sim.tabletop.writing import write_files

_STATIC, _WORDS = (Path(__file__).with_name(name) for name in ("static", "words.json"))

_SHELL = ("start.js", "offline.js", "offline.css")
"""What the page loads of the shell."""

_PAGE, _MANIFEST, _LIST, _SERVICE = "index.html", "manifest.webmanifest", "files.json", "service.js"

PACKED = ".packed"
"""How names end of what is compressed with gzip, which no server takes as its business."""

_UNSEALED = 'const SEAL = { version: "", headers: {} };'
"""The first line of the service worker before it is that of a version."""

_TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8", ".json": "application/json",
    ".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".so": "application/wasm",
    ".svg": "image/svg+xml", ".png": "image/png",
}  # fmt: skip
"""What files are, by the ends of their names, unpacked; others are bytes."""


def shell_words() -> dict[str, str]:
    """What the shell says, messages by the keys its scripts use."""
    found: dict[str, str] = json.loads(_WORDS.read_text(encoding="utf-8"))
    return found


def sealed(folder: Path, page: str) -> str:
    """Make of a folder of finished static files a page that a browser keeps; the digest that names this version of it.

    page: the text of the page as a server would send it, with one module that begins it. The folder has its modules,
    those of the shell among them, and a manifest with name, colours and icons. What is written there is written whole
    or not at all; the same files have the same version. Raises InputError if the manifest is no JSON, or the page or
    the folder is not as it is said here, or cannot be read or written.
    """
    inside = {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()}
    try:
        given = {path: file.read_bytes() for path, file in inside.items() if path not in (_LIST, _SERVICE, _PAGE)}
        manifest = json.loads(given[_MANIFEST])
    except OSError as error:
        raise InputError(Message("cannot read {file}: {why}", file=str(folder), why=cause(error))) from None
    except (KeyError, ValueError):
        raise InputError(Message("{file} must be a JSON document", file=str(folder / _MANIFEST))) from None
    made = {name: _STATIC.joinpath(name).read_bytes() for name in _SHELL}
    made[_MANIFEST] = _written({**manifest, "display": "standalone", "start_url": "./", "scope": "./", "id": "./"})
    unnamed = _page(page, manifest)
    service = _STATIC.joinpath(_SERVICE).read_text(encoding="utf-8")
    version = _version(given | made | {_PAGE: unnamed.encode(), _SERVICE: service.encode()})
    made[_PAGE] = _put(unnamed, "<html ", f'<html data-engine data-version="{version}" ').encode()
    files = {"version": version, "files": [_entry(path, body) for path, body in sorted((given | made).items())]}
    seal = json.dumps({"version": version, "headers": POCKET})
    made |= {_LIST: _written(files), _SERVICE: _put(service, _UNSEALED, f"const SEAL = {seal};").encode()}
    write_files((folder / path, body) for path, body in made.items())
    return version


def _entry(path: str, body: bytes) -> dict[str, Any]:
    """A file as the service worker knows it."""
    kind = _TYPES.get(Path(path.removesuffix(PACKED)).suffix, "application/octet-stream")
    return {"path": path, "bytes": len(body), "sha256": sha256(body).hexdigest(), "type": kind}


def _version(files: Mapping[str, bytes]) -> str:
    """A digest of all files and of the headers they are answered with, in hexadecimal digits."""
    entries = [_entry(path, body) for path, body in sorted(files.items())]
    return sha256(json.dumps([entries, POCKET]).encode()).hexdigest()


def _written(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def _page(page: str, manifest: Mapping[str, Any]) -> str:
    """The page with its policy, its manifest and the shell, which begins it."""
    words = {lang: {key: Language(lang).say(text) for key, text in shell_words().items()} for lang in LANGUAGES}
    table = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    icon = next((one["src"] for one in manifest.get("icons", []) if one.get("sizes") == "180x180"), "")
    head = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="content-security-policy" content="{escape(POCKET_IN_PAGE)}">',
        f'<meta name="theme-color" content="{escape(manifest.get("theme_color", "#ffffff"))}">',
        f'<link rel="manifest" href="{_MANIFEST}">',
        *((f'<link rel="apple-touch-icon" href="{escape(icon)}">',) if icon else ()),
        '<link rel="stylesheet" href="offline.css">',
        f'<script type="application/json" id="offline-words">{table}</script>',
        '<script defer src="start.js"></script>',
    )
    said = " ".join(escape(one["no_script"]) for one in words.values())
    body = f'<div id="offline" class="offline" hidden></div>\n<noscript><p class="offline">{said}</p></noscript>\n'
    page = _put(page, '<meta charset="utf-8">', "\n".join(head))
    page = _put(page, '<script type="module" src="', '<script type="module" src="offline.js" data-main="')
    return _put(page, "</body>", f"{body}</body>")


def _put(text: str, place: str, made: str) -> str:
    """A text with something in a place that is there once. Raises InputError if it is not."""
    if text.count(place) != 1:
        raise InputError(Message("the page must have {place} once", place=repr(place)))
    return text.replace(place, made)
