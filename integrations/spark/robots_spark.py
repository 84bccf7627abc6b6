"""Verdicts on robots.txt files (RFC 9309) in Apache Spark 3.4 or later.

Each task keeps one `robots batch` process and feeds it chunks of rows through Arrow; nothing is started for a row. A worker
needs Node.js 20.19 or later and the file `robots-batch.mjs`, which `spark-submit --files` ships, or else the command
`robots` on its PATH; for Arrow it needs pandas and pyarrow (`pip install "pyspark[sql]"`).
"""

import os
from typing import Iterable, Iterator, List, Optional, Sequence

import pyarrow
from pyspark import SparkFiles
from pyspark.sql import DataFrame
from pyspark.sql.types import (
    BooleanType,
    IntegerType,
    StringType,
    StructField,
    StructType,
)

from robots_batch import RobotsBatch

SINGLE_FILE = "robots-batch.mjs"

#: Questions that are on their way at a time: their texts are in memory, however large a batch of Arrow is.
MOST_QUESTIONS = 2_000

_ANSWER = [
    StructField("allow", BooleanType()),
    StructField("because", StringType()),
    StructField("line", IntegerType()),
]
_ANSWER_ARROW = [("allow", pyarrow.bool_()), ("because", pyarrow.string()), ("line", pyarrow.int32())]


def judge(
    frame: DataFrame,
    robots: str = "robots",
    agent: str = "agent",
    url: str = "url",
    command: Optional[Sequence[str]] = None,
    literal: bool = False,
) -> DataFrame:
    """Answers a table of questions: `allow`, `because` and `line` take the place of the column `robots`.

    `robots` may be text or binary. `allow` is null where a part of the question is, and for a URL that is not valid.
    """
    kept = [field for field in frame.schema.fields if field.name != robots]

    def answer(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with _batch(command, literal) as process:
            for batch in _slices(batches, MOST_QUESTIONS):
                columns = [batch.column(name).to_pylist() for name in (robots, agent, url)]
                yield _with_answers([(field.name, batch.column(field.name)) for field in kept], process.ask(zip(*columns)))

    return frame.mapInArrow(answer, StructType(kept + _ANSWER))


def verdicts(
    frame: DataFrame,
    agents: Sequence[str],
    targets: Sequence[str] = ("/",),
    robots: str = "robots",
    keep: Sequence[str] = (),
    command: Optional[Sequence[str]] = None,
    literal: bool = False,
) -> DataFrame:
    """Asks every file about every crawler and target: a row each, with the columns `keep`, `agent`, `target`, `allow`,
    `because` and `line`. A target is a URL or a path; so that a file is read once, it is a list for all files.
    `registry:PURPOSE` among the crawlers stands for every known one of a purpose, such as `registry:training`.
    """
    kept = [frame.schema[name] for name in keep]
    names = [StructField("agent", StringType()), StructField("target", StringType())]

    def answer(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with _batch(command, literal) as process:
            asked = [(agent, target) for agent in process.crawlers(agents) for target in targets]
            for batch in _slices(batches, max(1, MOST_QUESTIONS // max(1, len(asked)))):
                files = batch.column(robots).to_pylist()
                rows = pyarrow.array([row for row in range(len(files)) for _ in asked], pyarrow.int32())
                columns = [(name, batch.column(name).take(rows)) for name in keep]
                for at, name in enumerate(("agent", "target")):
                    columns.append((name, pyarrow.array([pair[at] for _ in files for pair in asked], pyarrow.string())))
                yield _with_answers(columns, process.ask((text, agent, target) for text in files for agent, target in asked))

    return frame.mapInArrow(answer, StructType(kept + names + _ANSWER))


def _batch(command: Optional[Sequence[str]], literal: bool) -> RobotsBatch:
    """The process of a task, on the worker."""
    if command is None:
        shipped = SparkFiles.get(SINGLE_FILE)
        command = ("node", shipped) if os.path.exists(shipped) else ("robots", "batch")
    return RobotsBatch(command, literal)


def _slices(batches: Iterable[pyarrow.RecordBatch], rows: int) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        for start in range(0, batch.num_rows, rows):
            yield batch.slice(start, rows)


def _with_answers(columns: List, answers: List) -> pyarrow.RecordBatch:
    given = [pyarrow.array([answer[at] for answer in answers], kind) for at, (_, kind) in enumerate(_ANSWER_ARROW)]
    names = [name for name, _ in columns] + [name for name, _ in _ANSWER_ARROW]
    return pyarrow.RecordBatch.from_arrays([column for _, column in columns] + given, names)
