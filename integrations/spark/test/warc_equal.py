"""Compares tables and schemas from `robots warc` and from `warc_rows`, and prints the result as JSON.

python warc_equal.py ARCHIVES COMMAND CASES, where CASES is JSON: [{"table": …, "agents": […], "targets": […], "options": […],
"follow": …, "latest": …, "join": …, "list": …, "prefix": …}, …]; a case with `list` reads the archives in that list.
"""

import json
import os
import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import MapType

from robots_warc import listed, warc_rows

archives, command, cases = sys.argv[1:]
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").config("spark.sql.shuffle.partitions", 4).getOrCreate()


def compared(case: dict) -> dict:
    expected = spark.read.parquet(case["table"])
    paths = listed(spark, case["list"], case["prefix"]) if case.get("list") else archives.split(",")
    named = [case[name] for name in ("agents", "targets")]
    rows = warc_rows(spark, paths, *named, command.split(), case["options"], case["follow"], case["latest"], case.get("join"))
    made = spark.createDataFrame(rows.rdd, rows.schema).cache()
    ours, theirs = comparable(made), comparable(expected)
    return {
        "rows": made.count(),
        "schema": made.schema == expected.schema,
        "others": ours.exceptAll(theirs).count() + theirs.exceptAll(ours).count(),
    }


def comparable(table: DataFrame) -> DataFrame:
    """Converts map columns to comparable ones, because Spark cannot subtract tables whose rows contain maps."""
    entries = {field.name: F.array_sort(F.map_entries(field.name)) for field in table.schema if isinstance(field.dataType, MapType)}
    return table.withColumns(entries) if entries else table


print("RESULT " + json.dumps([compared(case) for case in json.loads(cases)]))
spark.stop()
