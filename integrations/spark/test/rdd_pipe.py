"""The simplest use: pipes each partition's lines of a text file through a batch. rdd_pipe.py QUESTIONS.tsv OUTPUT
COMMAND"""

import sys

from pyspark import SparkContext

questions, output, command = sys.argv[1:]
context = SparkContext(appName="rdd-pipe")
context.textFile(questions, 4).pipe(command).saveAsTextFile(output)
context.stop()
