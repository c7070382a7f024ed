"""Asks rust-analyzer for the names in macros: drive.py [SERVER]

Of each name in `src/main.rs`: where it is defined, where it is used, what is renamed with it, what is shown of it. The exit status is 1 if
an answer is another than is written below.
"""

import json
import pathlib
import queue
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE / "src/main.rs"
TEXT = SOURCE.read_text()

# A name, which of its occurrences is asked, those that are found and renamed with it, and what is shown of it. The first occurrence is the
# definition.
NAMES = [
    ("Rows", 0, 7, "The rows of a matrix"),
    ("Rows", 2, 7, "The rows of a matrix"),
    ("Rows", 3, 7, "The rows of a matrix"),
    ("Rows", 6, 7, "The rows of a matrix"),
    ("Tiles", 1, 2, "The layout `((16,16),(6,4)):((64,1),(1024,16))`"),
    ("Matrix", 0, 5, "whose size is known at run time"),
    ("Matrix", 1, 5, "whose size is known at run time"),
    ("Matrix", 2, 5, "whose size is known at run time"),
    ("Matrix", 3, 5, "whose size is known at run time"),
    ("Matrix", 4, 5, "whose size is known at run time"),
    ("Block", 1, 4, "The rows of a tile"),
    ("Block", 3, 4, "The rows of a tile"),
    ("row", 1, 5, "static row"),
    ("row", 2, 5, "static row"),
    ("local", 1, 2, "let local"),
    ("width", 1, 4, "let width: usize"),
    ("width", 2, 4, "let width: usize"),
    ("Pitched", 0, 3, "Rows of a pitch"),
    ("Pitched", 1, 3, "Rows of a pitch"),
    ("Pitched", 2, 3, "Rows of a pitch"),
    ("depth", 0, 7, "depth: usize"),
    ("depth", 3, 7, "depth: usize"),
    ("SIDE", 2, 4, "const SIDE: usize"),
    ("h", 0, 2, "h"),
    ("h", 1, 2, "h"),
]


class Server:
    """A language server, asked and answered in turn."""

    def __init__(self, command):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=HERE)
        self.inbox, self.asked, self.is_ready = queue.Queue(), 0, False
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            length = 0
            while (line := self.process.stdout.readline()) not in (b"", b"\r\n"):
                if line.lower().startswith(b"content-length"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            self.inbox.put(json.loads(self.process.stdout.read(length)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        message = self.inbox.get(timeout=300)
        if message.get("method") == "experimental/serverStatus":
            self.is_ready = message["params"]["quiescent"]
        if "method" in message and "id" in message:
            self.send({"id": message["id"], "result": None})
        return message

    def ask(self, method, parameters):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": parameters})
        while True:
            message = self.receive()
            if message.get("id") == self.asked and "method" not in message:
                return message.get("result")


def places(name):
    """Where a word stands in the source, with its line and column from 0."""
    found = []
    for line, text in enumerate(TEXT.splitlines()):
        start = -1
        while (start := text.find(name, start + 1)) >= 0:
            around = text[start - 1 : start] + text[start + len(name) : start + len(name) + 1]
            if not any(c.isalnum() or c == "_" for c in around) and not text.lstrip().startswith("//"):
                found.append((line, start))
    return found


def starts(locations):
    return {(it["range"]["start"]["line"], it["range"]["start"]["character"]) for it in locations or [] if it.get("uri", SOURCE.as_uri()) == SOURCE.as_uri()}


def main():
    server = Server(sys.argv[1] if len(sys.argv) > 1 else "rust-analyzer")
    capabilities = {"experimental": {"serverStatusNotification": True}, "textDocument": {"hover": {"contentFormat": ["markdown"]}}}
    options = {"checkOnSave": False, "cachePriming": {"enable": False}}
    server.ask("initialize", {"processId": None, "rootUri": HERE.as_uri(), "capabilities": capabilities, "initializationOptions": options})
    server.send({"method": "initialized", "params": {}})
    document = {"uri": SOURCE.as_uri(), "languageId": "rust", "version": 1, "text": TEXT}
    server.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
    end = time.time() + 600
    while not server.is_ready and time.time() < end:
        server.receive()
    wrong = 0
    for name, which, count, shown in NAMES:
        all_places = places(name)
        assert len(all_places) == count, (name, all_places)
        line, character = all_places[which]
        at = {"textDocument": {"uri": SOURCE.as_uri()}, "position": {"line": line, "character": character + 1}}
        renamed = server.ask("textDocument/rename", at | {"newName": "Renamed"}) or {}
        changes = renamed.get("changes", {}).get(SOURCE.as_uri(), [])
        changes += [edit for document in renamed.get("documentChanges", []) for edit in document.get("edits", [])]
        found = starts(server.ask("textDocument/references", at | {"context": {"includeDeclaration": True}}))
        answers = {
            "definition": all_places[0] in starts(server.ask("textDocument/definition", at)),
            "references": set(all_places) <= found,
            "rename": set(all_places) == starts(changes),
            "hover": shown in json.dumps(server.ask("textDocument/hover", at), ensure_ascii=False),
        }
        for question, is_right in answers.items():
            wrong += not is_right
            print(f"{'ok   ' if is_right else 'WRONG'} {question} of `{name}` at {line + 1}:{character + 1}")
        if not all(answers.values()):
            print("      references", sorted(found), "renamed", sorted(starts(changes)), "of", all_places)
    server.process.kill()
    return 1 if wrong else 0


sys.exit(main())
