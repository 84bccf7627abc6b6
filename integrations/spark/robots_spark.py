"""Verdicts on robots.txt files (RFC 9309) in Apache Spark 3.4 or later.

Each task starts one `robots batch` process and sends it chunks of rows from Arrow; rows start no processes. A worker
needs Node.js 20.19 or later, and either the file `robots-batch.mjs`, which `spark-submit --files` ships, or the command
`robots` on its PATH. For Arrow, it needs pandas and pyarrow (`pip install "pyspark[sql]"`).
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

#: Limit on the questions sent at the same time, because their texts are in memory. Larger Arrow batches are sliced.
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
    """Answers a table of questions: replaces the column `robots` by `allow`, `because` and `line`.

    `robots` may be text or binary. `allow` is null if a part of the question is null or the URL is invalid.
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
    """Checks every crawler and target against every file. Each combination is a row with the columns `keep`, `agent`,
    `target`, `allow`, `because` and `line`. A target is a URL or a path. All files get the same targets, so that each
    file is read once. Among the crawlers, `registry:PURPOSE` stands for all known crawlers with that purpose, such as
    `registry:training`.
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
    """The process of a task on a worker."""
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
