"""robots_allowed and robots_line in DuckDB for Python. Needs duckdb, pyarrow, and robots_batch.py beside this file
(integrations/spark/robots_batch.py).

    connection = duckdb.connect()
    with register(connection):
        connection.sql("SELECT robots_allowed('User-agent: *\\nDisallow: /x', 'FooBot', '/x')")
"""

from contextlib import contextmanager

import pyarrow

from robots_batch import RobotsBatch


@contextmanager
def register(connection, command=("robots", "batch"), literal=False):
    """Registers the functions on a connection, until the block ends: one process answers whole vectors of rows."""
    with RobotsBatch(command, literal) as robots:

        def ask(files, agents, urls):
            return robots.ask(zip(files.to_pylist(), agents.to_pylist(), urls.to_pylist()))

        def robots_allowed(files, agents, urls):
            return pyarrow.array([each.allow for each in ask(files, agents, urls)], pyarrow.bool_())

        def robots_line(files, agents, urls):
            return pyarrow.array([each.line for each in ask(files, agents, urls)], pyarrow.int32())

        columns = ["VARCHAR", "VARCHAR", "VARCHAR"]
        connection.create_function("robots_allowed", robots_allowed, columns, "BOOLEAN", type="arrow", null_handling="special")
        connection.create_function("robots_line", robots_line, columns, "INTEGER", type="arrow", null_handling="special")
        try:
            yield connection
        finally:
            connection.remove_function("robots_allowed")
            connection.remove_function("robots_line")
