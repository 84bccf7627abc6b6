"""Reads WARC files in Apache Spark into the same rows as `robots warc`. The command reads the archives, one per task.
Steps that need all archives, such as redirects and the latest captures, are stages of Spark.
"""

import csv
import glob
import gzip
import json
import os
from datetime import datetime
from functools import reduce
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from pyspark import RDD, StorageLevel
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F
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

from robots_batch import piped

#: The columns that locate a capture: the number of its archive, and its position among the archive's captures.
PLACE = ["archive", "place"]

_CAPTURE = StructType(
    [
        StructField("archive", IntegerType()),
        StructField("place", LongType()),
        StructField("is_target", BooleanType()),
        StructField("url", StringType()),
        StructField("origin", StringType()),
        StructField("time", LongType()),
        StructField("rank", IntegerType()),
        StructField("redirect_target", StringType()),
        StructField("row", StringType()),
    ]
)


def warc_rows(
    spark: SparkSession,
    paths: Sequence[str],
    agents: Sequence[str] = (),
    targets: Sequence[str] = ("/",),
    command: Sequence[str] = ("robots",),
    options: Sequence[str] = (),
    follow: bool = True,
    latest: bool = False,
    join: Optional[str] = None,
) -> DataFrame:
    """Returns a row for each robots.txt capture in WARC files, with the columns and types of `robots warc`. The command
    must be installed on every worker and on the driver.

    Files on this machine or on a disk that all workers share, and `https://` and `s3://` addresses, are streamed. Paths
    may be globs. An archive from any other source that Hadoop reads, such as `hdfs://` or `s3a://`, is loaded into a
    worker's memory as a whole, so it may have at most 2 GB. `options` are further options of the command, such as
    ("--preset", "commoncrawl", "--columns", "url,outcome"). `join` is a table about hosts, as for `robots warc --join`:
    a `.csv`, `.csv.gz` or `.parquet` file on the driver. The driver loads the table into memory.
    """
    arguments = [*command, "warc", "--targets", ",".join(targets), *options]
    for agent in agents:
        arguments += ["--agents", agent]
    joined = ["--join", join] if join else []
    shape = json.loads(b"".join(piped(arguments + ["--schema", *joined], b"")))
    captures = spark.createDataFrame(_captures(spark, paths, arguments, follow), _CAPTURE)
    if follow or latest:
        # Several stages need the captures, but each archive is read only once.
        captures = captures.persist(StorageLevel.MEMORY_AND_DISK)
    rows = _followed(captures, shape["redirects"]) if follow else _unfollowed(captures)
    if latest:
        rows = _latest(rows)
    rows = _with_hosts(rows, _hosts(spark, join, shape)) if join else rows.withColumn("joined", F.lit(None).cast("string"))
    return spark.createDataFrame(rows.select(*_MERGED).rdd.map(_merger(shape)), warc_schema(shape))


def listed(spark: SparkSession, path: str, prefix: str = "") -> List[str]:
    """The archives in a list with one path or address per line, such as Common Crawl's `robotstxt.paths.gz`. Works like
    `--files-from` and `--prefix` of `robots warc`. Spark reads the list, so it can be in any place that Spark supports.
    """
    lines = (line.strip() for line in spark.sparkContext.textFile(path).collect())
    return [prefix + line for line in lines if line and not line.startswith("#")]


def _captures(spark: SparkSession, paths: Sequence[str], arguments: List[str], follow: bool) -> RDD:
    """The captures of all archives. If redirects are followed, also includes captures of paths other than
    `/robots.txt`."""
    context = spark.sparkContext
    streamed = _streamed(paths)
    hadoop = [path for path in paths if _is_hadoop(path)]

    def read(archive: int, path: str, octets: Optional[bytes]) -> Iterator[tuple]:
        source = path if octets is None else "-"
        for place, line in enumerate(piped(arguments + ["--keys", source], octets or b"", accepted=(0, 4))):
            one = json.loads(line)
            if one["is_target"] and not follow:
                continue
            row = one["row"]
            if octets is not None and "warc" in row:
                row["warc"] = os.path.basename(path)
            known = [one[name] for name in ("is_target", "url", "origin", "time", "rank", "redirect_target")]
            yield (archive, place, *known, json.dumps(row))

    parts = []
    if streamed:
        numbered = context.parallelize(list(enumerate(streamed)), len(streamed))
        parts.append(numbered.flatMap(lambda one: read(one[0], one[1], None)))
    if hadoop:
        # Sorts the archives, so that their numbers do not depend on the workers that read them.
        files = context.binaryFiles(",".join(hadoop), max(2, len(hadoop))).sortByKey().zipWithIndex()
        parts.append(files.flatMap(lambda one: read(len(streamed) + one[1], one[0][0], one[0][1])))
    if not parts:
        raise ValueError(f"Cannot find archives in {', '.join(paths)}")
    return context.union(parts)


def _streamed(paths: Iterable[str]) -> List[str]:
    found: List[str] = []
    for path in paths:
        if path.startswith(("https://", "http://", "s3://")):
            found.append(path)
        elif not _is_hadoop(path):
            found += sorted(glob.glob(path.removeprefix("file://")))
    return list(dict.fromkeys(found))


def _is_hadoop(path: str) -> bool:
    return "://" in path and not path.startswith(("https://", "http://", "s3://", "file://"))


def _unfollowed(captures: DataFrame) -> DataFrame:
    nothing = {"target_row": "string", "failure": "string", "final_url": "string", "hops": "int"}
    rows = captures.where(~F.col("is_target"))
    return rows.select("*", *[F.lit(None).cast(kind).alias(name) for name, kind in nothing.items()])


def _followed(captures: DataFrame, redirects: dict) -> DataFrame:
    """Resolves redirects to their target rows. Follows a few hops, each to the capture nearest in time."""
    candidates = captures.select(
        F.col("url").alias("to_url"),
        F.col("time").alias("to_time"),
        F.col("archive").alias("to_archive"),
        F.col("place").alias("to_place"),
        F.col("redirect_target").alias("next"),
    )
    is_redirect = ~F.col("is_target") & F.col("redirect_target").isNotNull()
    open_ = captures.where(is_redirect).select(*PLACE, "time", F.array("url", "redirect_target").alias("visited"))
    nearest = Window.partitionBy(*PLACE).orderBy(
        F.col("to_time").isNull(),
        F.abs(F.col("to_time") - F.col("time")).asc_nulls_last(),
        F.col("to_time").desc(),
        F.col("to_archive").desc(),
        F.col("to_place").desc(),
    )
    ended = []
    for hop in range(1, redirects["most"] + 1):
        wanted = open_.withColumn("final_url", F.element_at("visited", -1))
        found = wanted.join(candidates, F.col("final_url") == F.col("to_url"), "left")
        best = found.withColumn("n", F.row_number().over(nearest)).where("n = 1").drop("n").persist(StorageLevel.MEMORY_AND_DISK)
        is_loop = F.array_contains("visited", F.col("next"))
        failure = F.when(F.col("next").isNull(), None)
        failure = failure.when(F.lit(hop == redirects["most"]), "too-many-redirects").when(is_loop, "redirect-loop")
        judged = best.withColumn("failure", failure).withColumn("hops", F.lit(hop))
        goes_on = F.col("next").isNotNull() & F.col("failure").isNull()
        ended.append(judged.where(~goes_on).select(*PLACE, "final_url", "hops", "failure", "to_archive", "to_place"))
        open_ = judged.where(goes_on).select(*PLACE, "time", F.concat("visited", F.array("next")).alias("visited"))
    ends = reduce(DataFrame.unionByName, ended)
    answers = captures.select(
        F.col("archive").alias("to_archive"),
        F.col("place").alias("to_place"),
        F.col("rank").alias("to_rank"),
        F.col("row").alias("to_row"),
    )
    resolved = ends.join(answers, ["to_archive", "to_place"], "left").select(
        *PLACE, "final_url", "hops", "failure", "to_rank", F.when(F.col("failure").isNull(), F.col("to_row")).alias("target_row")
    )
    rows = captures.where(~F.col("is_target")).join(resolved, PLACE, "left")
    rank = F.when(F.col("hops").isNull(), F.col("rank"))
    for failure, end in redirects["ends"].items():
        rank = rank.when(F.col("failure") == failure, end["rank"])
    return rows.withColumn("rank", rank.otherwise(F.coalesce("to_rank", F.lit(0))))


def _latest(rows: DataFrame) -> DataFrame:
    """The newest conclusive row of each origin."""
    newest = Window.partitionBy("origin").orderBy(
        F.col("rank").desc(), F.col("time").desc_nulls_last(), F.col("archive").desc(), F.col("place").desc()
    )
    conclusive = rows.where((F.col("rank") > 0) & (F.col("origin") != ""))
    return conclusive.withColumn("n", F.row_number().over(newest)).where("n = 1").drop("n")


def _with_hosts(rows: DataFrame, hosts: DataFrame) -> DataFrame:
    """Joins the table about hosts, by the host in `scheme://host:port`."""
    host = F.regexp_extract("origin", r"^[^:]*://(.*?)(?::\d+)?$", 1)
    return rows.join(hosts, host == F.col("host"), "left")


def _hosts(spark: SparkSession, path: str, shape: dict) -> DataFrame:
    """The rows of a table about hosts, with values as JSON. The command has already validated them."""
    types = {column["name"]: column["type"] for column in shape["columns"]}
    named = [
        (_host(cells["host"]), json.dumps({name: _joined(value, types[name]) for name, value in cells.items() if name != "host"}))
        for cells in _table(path)
    ]
    return spark.createDataFrame(named, "host string, joined string")


def _table(path: str) -> Iterator[Dict[str, Any]]:
    if path.lower().endswith(".parquet"):
        from pyarrow import parquet

        yield from parquet.read_table(path).to_pylist()
        return
    opened = gzip.open(path, "rt", encoding="utf-8-sig", newline="") if path.lower().endswith(".gz") else None
    with opened or open(path, encoding="utf-8-sig", newline="") as file:
        rows = ([cell.strip() for cell in row] for row in csv.reader(file) if row)
        names = next(rows)
        for row in rows:
            yield {name: cell or None for name, cell in zip(names, row)}


def _host(written: str) -> str:
    return written.lower() if written.isascii() else written.encode("idna").decode("ascii")


def _joined(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == "BOOLEAN":
        return value in (True, "true")
    if kind == "STRING":
        return _iso(value) if isinstance(value, datetime) else str(value)
    return int(value) if kind == "INT64" else float(value)


def _iso(value: datetime) -> str:
    return value.strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03}Z"


_MERGED = ("row", "target_row", "failure", "final_url", "hops", "joined")


def _merger(shape: dict):
    """Returns a function that merges a capture and the target of its redirects into the values of a row."""
    values = [(column["name"], _VALUES.get(column["type"], _same)) for column in shape["columns"]]
    from_target = set(shape["redirects"]["targetColumns"])
    ends = {failure: end["row"] for failure, end in shape["redirects"]["ends"].items()}

    def merged(one) -> Tuple:
        row = json.loads(one["row"])
        if one["hops"] is not None:
            answer = json.loads(one["target_row"]) if one["target_row"] else ends.get(one["failure"], {})
            row.update({name: answer[name] for name in from_target & row.keys() & answer.keys()})
            row.update({name: one[name] for name in ("final_url", "hops") if name in row})
        if one["joined"]:
            row.update(json.loads(one["joined"]))
        return tuple(value_of(row.get(name)) for name, value_of in values)

    return merged


def warc_schema(shape: dict) -> StructType:
    """The schema of the table that `robots warc` writes, from the output of its option `--schema`."""
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
