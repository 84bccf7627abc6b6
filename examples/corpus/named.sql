-- Of the sites that served a robots.txt in 2026: how many, in percent, name a crawler in a group, by the rank of the site.
WITH files AS (
  SELECT url, rank, agents_named
  FROM 'examples/corpus/corpus.parquet'
  WHERE outcome = 'rules' AND is_robots AND year(fetched_at) = 2026
),
tiers AS (
  SELECT
    count(*) FILTER (rank <= 1000) AS top,
    count(*) FILTER (rank > 1000) AS others,
    count(*) FILTER (rank IS NULL) AS unranked,
    count(*) AS sites
  FROM files
),
named AS (
  -- Names of crawlers do not tell case.
  SELECT DISTINCT url, rank, lower(unnest(agents_named)) AS agent FROM files
)
SELECT
  agent,
  round(100 * count(*) FILTER (rank <= 1000) / any_value(top)) AS "rank to 1,000",
  round(100 * count(*) FILTER (rank > 1000) / any_value(others)) AS "rank from 1,001",
  round(100 * count(*) FILTER (rank IS NULL) / any_value(unranked)) AS "no rank",
  round(100 * count(*) / any_value(sites)) AS "all sites"
FROM named, tiers
GROUP BY agent
ORDER BY count(*) DESC, agent
LIMIT 8;
