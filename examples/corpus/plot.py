"""Draws a chart of the table from share.sql: crawlers by year. Needs matplotlib.

    robots sql --file examples/corpus/share.sql --format csv > share.csv
    python examples/corpus/plot.py share.csv share.svg
"""

import csv
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

# Keeps text as text, and makes the output the same for the same table.
plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "robots-exclusion", "font.family": "sans-serif"})

table, picture = sys.argv[1:]
with open(table, newline="") as file:
    rows = list(csv.DictReader(file))

figure, axes = plt.subplots(figsize=(7, 4))
years = [row["year"] for row in rows]
crawlers = [name for name in rows[0] if name not in ("year", "sites")]
width = 0.8 / len(crawlers)
for index, crawler in enumerate(crawlers):
    places = [year + (index - (len(crawlers) - 1) / 2) * width for year in range(len(years))]
    axes.bar(places, [float(row[crawler]) for row in rows], width, label=crawler)
axes.set_xticks(range(len(years)), [f"{year}\n{row['sites']} sites" for year, row in zip(years, rows)])
axes.set_ylabel("% of sites that serve a robots.txt")
axes.set_title("Sites that are closed to a crawler")
axes.spines[["top", "right"]].set_visible(False)
axes.legend(frameon=False)
figure.tight_layout()
figure.savefig(picture, metadata={"Date": None})
