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
    """Registers the functions on a connection until the block ends. One process answers all rows, a vector at a
    time."""
    with RobotsBatch(command, literal) as robots:

        def ask(name, columns):
            given = ", ".join(str(column.type) for column in columns)
            if len(columns) != 3 or not all(map(_is_text, columns)) or _is_octets(columns[1]) or _is_octets(columns[2]):
                raise TypeError(f"{name}({given}): expected the file as VARCHAR or BLOB, and a crawler and a URL as VARCHAR")
            return robots.ask(zip(*(column.to_pylist() for column in columns)))

        def robots_allowed(*columns):
            return pyarrow.array([each.allow for each in ask("robots_allowed", columns)], pyarrow.bool_())

        def robots_line(*columns):
            return pyarrow.array([each.line for each in ask("robots_line", columns)], pyarrow.int32())

        # No parameter types: a file may be text or octets, and DuckDB does not support overloads of a Python function.
        connection.create_function("robots_allowed", robots_allowed, None, "BOOLEAN", type="arrow", null_handling="special")
        connection.create_function("robots_line", robots_line, None, "INTEGER", type="arrow", null_handling="special")
        try:
            yield connection
        finally:
            connection.remove_function("robots_allowed")
            connection.remove_function("robots_line")


def _is_text(column):
    kind = column.type
    return pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind) or pyarrow.types.is_null(kind) or _is_octets(column)


def _is_octets(column):
    return pyarrow.types.is_binary(column.type) or pyarrow.types.is_large_binary(column.type)
