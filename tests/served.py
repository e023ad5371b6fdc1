"""The built site behind a local address, as a static host would serve it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

INDEX = "/search/search_index.json"


class _Quiet(SimpleHTTPRequestHandler):
    """``instead``: what is served in the place of a file, by its path."""

    def __init__(self, *args: object, instead: dict[str, bytes], **more: object) -> None:
        self.instead = instead
        super().__init__(*args, **more)

    def do_GET(self) -> None:  # the name that the server calls
        if self.path not in self.instead:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.end_headers()
        self.wfile.write(self.instead[self.path])

    def log_message(self, *args: object) -> None:
        """Nothing: a test run's output is for the tests."""


@contextmanager
def serve(folder: Path, search: bool = True) -> Iterator[str]:
    """The address, without a slash at its end, while the block runs. Without ``search``, the index of it lists no page:
    a browser works longer on the whole one than on all the rest of a page."""
    index = json.loads((folder / INDEX[1:]).read_text(encoding="utf-8"))
    instead = {} if search else {INDEX: json.dumps(index | {"docs": []}).encode()}
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder), instead=instead))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
