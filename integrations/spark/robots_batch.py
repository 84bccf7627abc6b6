"""Verdicts on robots.txt files (RFC 9309) from Python: one long-lived `robots batch` process, fed in chunks.

Needs only Python 3.9 or later and the `robots` command, on the PATH or named by `command`.

    with RobotsBatch() as robots:
        robots.ask([("User-agent: *\\nDisallow: /x\\n", "FooBot", "/x")])
        # [Verdict(allow=False, because='rule', line=2)]
"""

import base64
import functools
import json
import os
import socket
import subprocess
import tempfile
import threading
from typing import Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

Robots = Union[str, bytes, bytearray, memoryview, None]
Question = Tuple[Robots, Optional[str], Optional[str]]


class Verdict(NamedTuple):
    """One answer of `robots batch`. All fields are None if a part of the question is None.

    If there is no verdict, for example because the URL is invalid, `allow` is None and `because` is the error code.
    """

    allow: Optional[bool]
    because: Optional[str]
    line: Optional[int]


NOTHING = Verdict(None, None, None)


class RobotsBatchError(RuntimeError):
    """Raised if the process cannot be started, or exits early. The message names the host."""


class RobotsBatch:
    """Processes of `robots batch`, started on demand. Not thread-safe."""

    def __init__(self, command: Sequence[str] = ("robots", "batch"), literal: bool = False):
        """`command` is the program with its first arguments, such as ("node", "robots-batch.mjs")."""
        self._log = tempfile.TemporaryFile()
        arguments = list(command) + ["--format", "ndjson"] + (["--literal"] if literal else [])
        text = list(command) + ["--format", "tsv"] + (["--literal"] if literal else [])
        self._commands = {"tsv": text, "ndjson": arguments}
        self._processes = {}

    def ask(self, questions: Iterable[Question]) -> List[Verdict]:
        """The answers to the questions, in their order."""
        rows = list(questions)
        answers = [NOTHING] * len(rows)
        # TSV can only carry text; octets are passed as base64 in JSON.
        for form, line_of, verdict_of in (("tsv", _row, _verdict_of_row), ("ndjson", _record, _verdict_of_record)):
            asked = [at for at, row in enumerate(rows) if None not in row and isinstance(row[0], str) == (form == "tsv")]
            if not asked:
                continue
            lines = self._exchange(form, [line_of(at, *rows[at]) for at in asked])
            for at, line in zip(asked, lines):
                answers[at] = verdict_of(line)
        return answers

    def crawlers(self, names: Sequence[str]) -> List[str]:
        """The names, with `registry:PURPOSE` replaced by the names of all known crawlers with that purpose."""
        crawlers = []
        for name in names:
            crawlers += self._of_purpose(name) if _names_purpose(name) else [name]
        return list(dict.fromkeys(crawlers))

    def _of_purpose(self, name: str) -> List[str]:
        answer = json.loads(self._exchange("ndjson", [_record(0, b"", name, "/")])[0])
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return list(answer["crawlers"])

    def close(self) -> None:
        """Stops the processes."""
        for process in self._processes.values():
            process.stdin.close()
            process.stdout.close()
            process.wait()
        self._processes = {}
        self._log.close()

    def __enter__(self) -> "RobotsBatch":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def _exchange(self, form: str, lines: List[bytes]) -> List[bytes]:
        process = self._process(form)
        # A separate thread writes the input, because both pipes can fill up before a chunk is complete.
        writer = threading.Thread(target=_write, args=(process.stdin, lines), daemon=True)
        writer.start()
        answers = []
        for _ in lines:
            answer = process.stdout.readline()
            if not answer.endswith(b"\n"):
                raise _ended(self._commands[form], process.wait(), self._log)
            answers.append(answer)
        writer.join()
        return answers

    def _process(self, form: str) -> subprocess.Popen:
        if form not in self._processes:
            self._processes[form] = _start(self._commands[form], self._log)
        return self._processes[form]


def piped(command: Sequence[str], octets: bytes, accepted: Sequence[int] = (0,)) -> Iterator[bytes]:
    """Runs a command with `octets` as its input, and yields its output lines. The exit code must be an accepted one."""
    with tempfile.TemporaryFile() as log:
        process = _start(command, log)
        writer = threading.Thread(target=_write_all, args=(process.stdin, octets), daemon=True)
        writer.start()
        yield from process.stdout
        writer.join()
        if process.wait() not in accepted:
            raise _ended(command, process.returncode, log)


def _start(command: Sequence[str], log) -> subprocess.Popen:
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
    except OSError as error:
        raise RobotsBatchError(
            f"Host {socket.gethostname()}: cannot start {command[0]!r}: {error.strerror}. "
            "Install Node.js 20.19 or later there, and @robots-exclusion/cli, or ship robots-batch.mjs"
        ) from error


def _ended(command: Sequence[str], code: int, log) -> RobotsBatchError:
    log.seek(0, os.SEEK_END)
    log.seek(max(0, log.tell() - 2000))
    said = log.read().decode("utf-8", "replace").strip()
    return RobotsBatchError(
        f"Host {socket.gethostname()}: {' '.join(command)!r} ended with code {code}: {said or 'no message'}"
    )


def _write_all(pipe, octets: bytes) -> None:
    try:
        pipe.write(octets)
        pipe.close()
    except OSError:
        pass  # The process has ended; its exit code shows why.


def _write(pipe, lines: List[bytes]) -> None:
    try:
        for start in range(0, len(lines), 256):
            pipe.write(b"".join(lines[start : start + 256]))
        pipe.flush()
    except OSError:
        pass  # The process has exited; the code that reads its answers reports the error.


# A URL parser drops tabs and line ends anywhere in a URL; in a User-Agent header, they are white space.
_IN_URL = {ord(character): None for character in "\t\r\n"}
_IN_AGENT = {ord(character): " " for character in "\t\r\n"}


@functools.lru_cache(maxsize=1)
def _json(robots: str) -> str:
    """Caches the last file as JSON, because consecutive questions are usually about the same file."""
    return json.dumps(robots)


def _row(at: int, robots: str, agent: str, url: str) -> bytes:
    text = f"{at}\t{_json(robots)}\t{agent.translate(_IN_AGENT)}\t{url.translate(_IN_URL)}\n"
    return text.encode("utf-8", "replace")


def _names_purpose(name: str) -> bool:
    return name.strip().lower().startswith("registry:")


def _verdict_of_row(line: bytes) -> Verdict:
    _, allow, because, decides = line.decode().rstrip("\n").split("\t")
    return Verdict({"true": True, "false": False}.get(allow), because, int(decides) if decides else None)


def _record(at: int, robots, agent: str, url: str) -> bytes:
    record = {"id": at, "robotsBase64": base64.b64encode(bytes(robots)).decode(), "agent": agent, "url": url}
    return (json.dumps(record) + "\n").encode()


def _verdict_of_record(line: bytes) -> Verdict:
    answer = json.loads(line)
    if "error" in answer:
        return Verdict(None, answer["error"]["code"], None)
    if "crawlers" in answer:
        return Verdict(None, "invalid-agent", None)  # `registry:PURPOSE` means several crawlers; see `crawlers`.
    return Verdict(answer["allow"], answer["because"], answer.get("line"))
