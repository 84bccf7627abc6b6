-- Of the sites that served a robots.txt in 2026: how many are closed to a crawler, and by whose group.
WITH answers AS (
  -- The struct of all crawlers as one row for each.
  SELECT unnest(map_entries(CAST(
    to_json(crawlers) AS MAP(VARCHAR, STRUCT(allows VARCHAR, decided_by VARCHAR, targets JSON))
  ))) AS entry
  FROM 'examples/corpus/corpus.parquet'
  WHERE outcome = 'rules' AND is_robots AND year(fetched_at) = 2026
)
SELECT
  entry.key AS crawler,
  count(*) AS sites,
  count(*) FILTER (entry.value.decided_by = 'own group') AS named,
  count(*) FILTER (entry.value.allows = 'none' AND entry.value.decided_by = 'own group') AS "closed by its group",
  count(*) FILTER (entry.value.allows = 'none' AND entry.value.decided_by = 'fallback') AS "by a fallback's",
  count(*) FILTER (entry.value.allows = 'none' AND entry.value.decided_by = '*') AS "by that of *"
FROM answers
WHERE entry.key IN ('GPTBot', 'CCBot', 'Google-Extended', 'ClaudeBot', 'Bytespider', 'Applebot-Extended')
GROUP BY crawler
ORDER BY named DESC, crawler;
