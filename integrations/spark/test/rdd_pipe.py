"""The plain way: lines of a text file through a batch for each partition. rdd_pipe.py QUESTIONS.tsv OUTPUT COMMAND"""

import sys

from pyspark import SparkContext

questions, output, command = sys.argv[1:]
context = SparkContext(appName="rdd-pipe")
context.textFile(questions, 4).pipe(command).saveAsTextFile(output)
context.stop()
