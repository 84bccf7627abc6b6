"""Whether tables of `robots warc` and of `warc_rows` are the same, their schemas too: prints JSON.

python warc_equal.py ARCHIVES COMMAND CASES, where CASES is JSON: [{"table": …, "agents": […], "targets": […], "options": […],
"follow": …, "latest": …}, …]
"""

import json
import os
import sys

from pyspark.sql import SparkSession

from robots_warc import warc_rows

archives, command, cases = sys.argv[1:]
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").config("spark.sql.shuffle.partitions", 4).getOrCreate()


def compared(case: dict) -> dict:
    expected = spark.read.parquet(case["table"])
    paths = archives.split(",")
    named = [case[name] for name in ("agents", "targets")]
    rows = warc_rows(spark, paths, *named, command.split(), case["options"], case["follow"], case["latest"])
    made = spark.createDataFrame(rows.rdd, rows.schema).cache()
    return {
        "rows": made.count(),
        "schema": made.schema == expected.schema,
        "others": made.exceptAll(expected).count() + expected.exceptAll(made).count(),
    }


print("RESULT " + json.dumps([compared(case) for case in json.loads(cases)]))
spark.stop()
