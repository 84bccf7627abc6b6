-- Of the sites that served a robots.txt: how many, in percent, close themselves to a crawler, year by year.
SELECT
  year(fetched_at) AS year,
  count(*) AS sites,
  round(100 * avg(CAST(crawlers.GPTBot.allows = 'none' AS INTEGER))) AS GPTBot,
  round(100 * avg(CAST(crawlers.CCBot.allows = 'none' AS INTEGER))) AS CCBot,
  round(100 * avg(CAST(crawlers."Google-Extended".allows = 'none' AS INTEGER))) AS "Google-Extended",
  round(100 * avg(CAST(crawlers.ClaudeBot.allows = 'none' AS INTEGER))) AS ClaudeBot,
  round(100 * avg(CAST(crawlers."Applebot-Extended".allows = 'none' AS INTEGER))) AS "Applebot-Extended"
FROM 'examples/corpus/corpus.parquet'
WHERE outcome = 'rules' AND is_robots
GROUP BY year
ORDER BY year;
