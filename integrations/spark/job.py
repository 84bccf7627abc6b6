"""Checks crawlers and targets against every robots.txt in a table. Writes verdicts as Parquet, partitioned by crawler.

On a laptop, with `pip install "pyspark[sql]"` and the command `robots`:

    python job.py files.parquet verdicts --agents GPTBot,CCBot --keep url

On a cluster:

    spark-submit --master spark://… --files robots-batch.mjs --py-files robots_batch.py,robots_spark.py,robots_warc.py \
        job.py files.parquet verdicts --agents GPTBot,CCBot --keep url
"""

import argparse
import os
import sys

from pyspark.sql import DataFrame, SparkSession

from robots_spark import judge, verdicts
from robots_warc import listed, warc_rows


def main() -> None:
    options = arguments()
    if "SPARK_ENV_LOADED" not in os.environ:
        # Without spark-submit, the workers run on this machine and need the packages of this Python.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("robots-exclusion").getOrCreate()
    command = options.command.split() if options.command else None
    if options.warc:
        rows = warc_rows(
            spark,
            words(options.input or "") + (listed(spark, options.files_from, options.prefix) if options.files_from else []),
            words(options.agents),
            words(options.targets),
            command or ["robots"],
            warc_options(options),
            options.follow,
            options.latest,
            options.join,
        )
        rows.write.parquet(options.output)
        spark.stop()
        return
    frame = read(spark, options.input)
    if options.partitions:
        frame = frame.repartition(options.partitions)
    if options.questions:
        answers = judge(frame, robots=options.robots, command=command, literal=options.literal)
        answers.write.parquet(options.output)
    else:
        answers = verdicts(
            frame,
            agents=words(options.agents),
            targets=words(options.targets),
            robots=options.robots,
            keep=words(options.keep),
            command=command,
            literal=options.literal,
        )
        answers.write.partitionBy("agent").parquet(options.output)
    spark.stop()


def warc_options(options: argparse.Namespace) -> list:
    given = [("--preset", options.preset), ("--columns", options.columns), ("--max-bytes", options.max_bytes)]
    named = [part for name, value in given if value for part in (name, value)]
    return named + (["--literal"] if options.literal else [])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0], epilog=_EPILOG)
    parser.add_argument("input", nargs="?", help="table of files: .parquet, .ndjson, .json or .csv, or a folder of Parquet")
    parser.add_argument("output", help="folder for the verdicts; it must not exist")
    parser.add_argument("--agents", default="GPTBot", help="crawlers, with commas (default: %(default)s)")
    parser.add_argument("--targets", default="/", help="paths or URLs, with commas (default: %(default)s)")
    parser.add_argument("--robots", default="robots", help="column with the file, text or binary (default: %(default)s)")
    parser.add_argument("--keep", default="url", help="columns to keep, with commas (default: %(default)s)")
    parser.add_argument("--questions", action="store_true", help="each row is a question, with columns agent and url")
    parser.add_argument("--warc", action="store_true", help="the input are WARC files, with commas; a row for each capture comes out")
    parser.add_argument("--preset", help="with --warc: what an HTTP outcome means, as robots warc takes it")
    parser.add_argument("--columns", help="with --warc: columns of the rows, with commas (default: all)")
    parser.add_argument("--files-from", help="with --warc: a list of archives, a path or address in each line, plain or .gz")
    parser.add_argument("--prefix", default="", help="with --files-from: what comes before each of its lines")
    parser.add_argument("--join", help="with --warc: add the columns of a table about hosts: .csv, .csv.gz or .parquet on the driver")
    parser.add_argument("--max-bytes", help="with --warc: octets of a robots.txt to read, as robots warc takes it")
    parser.add_argument("--latest", action="store_true", help="with --warc: only the newest conclusive capture of each origin")
    parser.add_argument("--no-follow", dest="follow", action="store_false", help="with --warc: do not follow redirects; report their outcome as unknown")
    parser.add_argument("--literal", action="store_true", help="take product tokens as they stand")
    parser.add_argument("--partitions", type=int, help="tasks to divide the table into (default: as it is stored)")
    parser.add_argument("--command", help="how workers start a batch (default: robots-batch.mjs of --files, or robots batch)")
    options = parser.parse_args()
    if options.input is None and not (options.warc and options.files_from):
        parser.error("expected an input, or --warc with --files-from")
    return options


_EPILOG = """Options of robots warc that are the command's alone: --index, as a table of records is divided by archives, not over
tasks; --out, --workers, --memory and --resume, as Spark does what they are for."""


def read(spark: SparkSession, path: str) -> DataFrame:
    kind = os.path.splitext(path.rstrip("/"))[1]
    if kind in (".ndjson", ".json"):
        return spark.read.json(path)
    if kind == ".csv":
        return spark.read.csv(path, header=True, multiLine=True, escape='"')
    return spark.read.parquet(path)


def words(text: str) -> list:
    return [word.strip() for word in text.split(",") if word.strip()]


if __name__ == "__main__":
    main()
