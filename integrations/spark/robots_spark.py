"""Verdicts on robots.txt files (RFC 9309) in Apache Spark 3.4 or later.

Each task keeps one `robots batch` process and feeds it chunks of rows through Arrow; nothing is started for a row. A worker
needs Node.js 20.19 or later and the file `robots-batch.mjs`, which `spark-submit --files` ships, or else the command
`robots` on its PATH; for Arrow it needs pandas and pyarrow (`pip install "pyspark[sql]"`).
"""

import json
import os
from datetime import datetime
from typing import Iterable, Iterator, List, Optional, Sequence

import pyarrow
from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import (
    ArrayType,
    BooleanType,
    DoubleType,
    IntegerType,
    LongType,
    MapType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from robots_batch import RobotsBatch, piped

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


def warc_rows(
    spark: SparkSession,
    paths: Sequence[str],
    agents: Sequence[str] = (),
    targets: Sequence[str] = ("/",),
    command: Sequence[str] = ("robots",),
    options: Sequence[str] = (),
) -> DataFrame:
    """A row for each robots.txt capture in WARC files: the columns and types of `robots warc --no-follow`, which every
    worker must have, and the driver too.

    Paths are what Hadoop reads, globs included. An archive is one task, and in the memory of its worker: at most 2 GB.
    `options` are further options of the command, such as ("--preset", "commoncrawl", "--columns", "url,outcome").
    """
    arguments = [*command, "warc", "--targets", ",".join(targets), *options]
    for agent in agents:
        arguments += ["--agents", agent]
    shape = json.loads(b"".join(piped(arguments + ["--schema"], b"")))
    values = [(column["name"], _VALUES.get(column["type"], _same)) for column in shape["columns"]]

    def rows(file) -> Iterator[tuple]:
        path, octets = file
        for line in piped(arguments + ["-"], octets, accepted=(0, 4)):
            row = json.loads(line)
            row["warc"] = os.path.basename(path)
            yield tuple(value_of(row[name]) for name, value_of in values)

    files = spark.sparkContext.binaryFiles(",".join(paths), max(2, len(paths)))
    return spark.createDataFrame(files.flatMap(rows), warc_schema(shape))


def warc_schema(shape: dict) -> StructType:
    """The schema of a table of `robots warc`, from what its option `--schema` prints."""
    verdicts_of = StructType([StructField(target, BooleanType()) for target in shape["targets"]])
    crawler = StructType(
        [StructField("allows", StringType()), StructField("decided_by", StringType())]
        + ([StructField("targets", verdicts_of)] if shape["targets"] else [])
    )
    crawlers = (
        MapType(StringType(), crawler)
        if shape["isMap"]
        else StructType([StructField(name, crawler) for name in shape["crawlers"]])
    )
    types = {**_TYPES, "CRAWLERS": crawlers}
    return StructType([StructField(column["name"], types[column["type"]]) for column in shape["columns"]])


_TYPES = {
    "STRING": StringType(),
    "STRINGS": ArrayType(StringType()),
    "TIMESTAMP": TimestampType(),
    "INT32": IntegerType(),
    "INT64": LongType(),
    "DOUBLE": DoubleType(),
    "BOOLEAN": BooleanType(),
    "JSON": StringType(),
}


def _same(value):
    return value


def _time(value: Optional[str]) -> Optional[datetime]:
    return value and datetime.fromisoformat(value.replace("Z", "+00:00"))


def _text(value) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _number(value) -> Optional[float]:
    return None if value is None else float(value)


_VALUES = {"TIMESTAMP": _time, "JSON": _text, "DOUBLE": _number}


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
