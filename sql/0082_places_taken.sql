-- 0082_places_taken.sql: what was given before there was an end counts towards it.

-- Openings of boxes and awards of event badges were charged only while there was a number of them. Given one later, there were so many more.
-- From this release on each is charged; what was given before is what the totals say.
INSERT INTO rule_budgets AS b (customer_id, rule_id, period_key, used, max_coins)
SELECT t.customer_id, t.subject_id, 'openings', sum(t.amount), 9007199254740991
FROM campaign_totals AS t JOIN mystery_boxes AS m ON m.customer_id = t.customer_id AND m.mystery_box_id = t.subject_id
GROUP BY t.customer_id, t.subject_id HAVING sum(t.amount) > 0
ON CONFLICT (customer_id, rule_id, period_key) DO UPDATE
SET used = greatest(b.used, excluded.used), max_coins = greatest(b.max_coins, excluded.used);

INSERT INTO rule_budgets AS b (customer_id, rule_id, period_key, used, max_coins)
SELECT t.customer_id, t.subject_id, 'awards', sum(t.amount), 9007199254740991
FROM campaign_totals AS t JOIN event_badges AS e ON e.customer_id = t.customer_id AND e.event_badge_id = t.subject_id
WHERE t.bucket = 'awards'
GROUP BY t.customer_id, t.subject_id HAVING sum(t.amount) > 0
ON CONFLICT (customer_id, rule_id, period_key) DO UPDATE
SET used = greatest(b.used, excluded.used), max_coins = greatest(b.max_coins, excluded.used);
