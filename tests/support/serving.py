"""The built site as a good server gives it: compressed, and kept by the browser."""

import functools
import gzip
import http.server
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TEXT = ("text/", "application/javascript", "application/json", "image/svg")
ONE_YEAR = 365 * 24 * 3600


def compressed(file: Path) -> bytes:
    """What goes over the line for a file."""
    kind = mimetypes.guess_type(file)[0] or ""
    content = file.read_bytes()
    return gzip.compress(content, 6) if kind.startswith(TEXT) else content


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        found = file.exists()
        kind = mimetypes.guess_type(file)[0] or "application/octet-stream"
        body = compressed(file) if found else b""
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", kind)
        if found and kind.startswith(TEXT):
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", f"max-age={ONE_YEAR}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_) -> None:
        """A browser that leaves a page stops listening."""


@contextmanager
def serving(site: Path) -> Iterator[str]:
    """The address at which the site can be read while this lasts."""
    handler = functools.partial(Handler, directory=str(site))
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
