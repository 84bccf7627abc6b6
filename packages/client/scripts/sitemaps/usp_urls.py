"""Prints, for each file named in the arguments, the URLs that ultimate-sitemap-parser reads in it, separated by blanks."""

import gzip
import logging
import sys

from usp.fetch_parse import SitemapFetcher, SitemapStrParser

logging.disable(logging.CRITICAL)
for file in sys.argv[1:]:
    with open(file, "rb") as opened:
        octets = opened.read()
    octets = gzip.decompress(octets) if octets[:2] == b"\x1f\x8b" else octets
    try:
        tree = SitemapStrParser(octets.decode("utf-8", "replace")).sitemap()
        nested = [sitemap.url for sitemap in getattr(tree, "sub_sitemaps", [])]
        print(*(nested or (page.url for page in tree.all_pages())))
    except Exception:
        print()
