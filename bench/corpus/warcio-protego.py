"""Python's warcio and protego on the same WARC file: `python3 warcio-protego.py FILE`."""
import json, resource, sys, time
from protego import Protego
from warcio.archiveiterator import ArchiveIterator

start = time.process_time()
count = 0
with open(sys.argv[1], "rb") as stream:
    for record in ArchiveIterator(stream):
        if record.rec_type == "response":
            body = record.content_stream().read().decode("utf-8", "replace")
            url = record.rec_headers.get_header("WARC-Target-URI")
            Protego.parse(body).can_fetch(url.rsplit("/", 1)[0] + "/", "GPTBot")
            count += 1
cpu = (time.process_time() - start) * 1000
rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"count": count, "first": cpu, "rssMb": rss}))
