"""Prints the rows of a folder of Parquet files as JSON lines, as one reader of Python gives them: NAME FOLDER."""
import json
import sys


def of_arrow(table):
    return table.to_pylist()


def arrow(folder):
    from pyarrow import parquet
    return of_arrow(parquet.read_table(folder))


def pandas(folder):
    from pandas import read_parquet
    return read_parquet(folder).to_dict('records')


def polars(folder):
    from polars import read_parquet
    return read_parquet(folder).to_dicts()


def duckdb(folder):
    import duckdb as engine
    return of_arrow(engine.sql(f"select * from '{folder}/*.parquet'").to_arrow_table())


def chdb(folder):
    import chdb as engine
    form = "output_format_json_quote_64bit_integers=0, date_time_output_format='iso'"
    query = f"select * from file('{folder}/*.parquet') settings {form}"
    return [json.loads(line) for line in str(engine.query(query, 'JSONEachRow')).splitlines()]


def datafusion(folder):
    from datafusion import SessionContext
    return SessionContext().read_parquet(folder).to_pylist()


def fastparquet(folder):
    from fastparquet import ParquetFile
    return ParquetFile(folder).to_pandas().to_dict('records')


def pyspark(folder):
    from pyspark.sql import SparkSession
    spark = SparkSession.builder.master('local[1]').config('spark.sql.session.timeZone', 'UTC').getOrCreate()
    return [json.loads(line) for line in spark.read.parquet(folder).toJSON().collect()]


def plain(value):
    """A value of NumPy, or a time."""
    if hasattr(value, 'isoformat'):
        return value.isoformat()
    if hasattr(value, 'tolist'):
        return value.tolist()
    return None


name, folder = sys.argv[1:]
for row in globals()[{'pyarrow': 'arrow'}.get(name, name)](folder):
    print(json.dumps(row, default=plain))
