"""Whether a table of `robots warc` and that of `warc_rows` are the same, their schemas too: prints JSON.

python warc_equal.py TABLE ARCHIVES COMMAND OPTIONS...
"""

import json
import os
import sys

from pyspark.sql import SparkSession

from robots_spark import warc_rows

table, archives, command, *options = sys.argv[1:]
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
expected = spark.read.parquet(table)
rows = warc_rows(spark, [archives], ["GPTBot,CCBot", "registry:search"], ["/", "/x"], command.split(), options)
made = spark.createDataFrame(rows.rdd, rows.schema).cache()
print(
    "RESULT "
    + json.dumps(
        {
            "rows": made.count(),
            "schema": made.schema == expected.schema,
            "others": made.exceptAll(expected).count() + expected.exceptAll(made).count(),
        }
    )
)
spark.stop()
