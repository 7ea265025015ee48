-- 0091_holders.sql: an archived buddy is no holder of its badges and tokens any more. Those that were archived before are taken out of
-- what is counted; what a node of the release before archives meanwhile is set right by a rebuild (npm run analytics -- rebuild).

WITH gone AS MATERIALIZED (
  SELECT i.customer_id, i.audience, s.state, CASE WHEN EXISTS (
    SELECT FROM test_clock_users AS t WHERE t.customer_id = i.customer_id AND t.user_id = i.user_id) THEN 'test.' ELSE '' END AS prefix
  FROM buddy_identities AS i JOIN buddy_states AS s ON s.customer_id = i.customer_id AND s.buddy_id = i.buddy_id
  WHERE i.status = 'archived'),
held AS (
  SELECT g.customer_id, g.prefix || 'token_holders' AS metric, g.audience, h.key
  FROM gone AS g CROSS JOIN json_each(g.state -> 'tokens') AS h WHERE (h.value ->> 'balance')::bigint > 0
  UNION ALL
  SELECT g.customer_id, g.prefix || 'badge_holders', g.audience, h.key
  FROM gone AS g CROSS JOIN json_each(g.state -> 'badges') AS h WHERE (h.value ->> 'count')::bigint > 0)
INSERT INTO analytics_counters AS c (customer_id, metric, day, audience, key, count, amount)
SELECT customer_id, metric, '1970-01-01', audience, key, -count(*), 0 FROM held GROUP BY 1, 2, 4, 5
ORDER BY 1, 2, 4, 5
ON CONFLICT (customer_id, metric, day, audience, key) DO UPDATE SET count = c.count + excluded.count;

DELETE FROM analytics_counters WHERE day = '1970-01-01' AND metric IN ('badge_holders', 'token_holders', 'test.badge_holders',
  'test.token_holders') AND count = 0 AND amount = 0;
