-- 0076_analytics_totals.sql: what buddies hold now is the sum of all that ever came and went. Over years of days that is hundreds of
-- thousands of rows for one figure of a report, and so these sums are kept beside their days: by the table itself, so that they also
-- follow what a node of the release before adds up.

CREATE TABLE analytics_totals (
  customer_id uuid NOT NULL,
  metric text NOT NULL,
  audience text NOT NULL,
  key text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (customer_id, metric, audience, key)
);

-- Metrics reports ask for by how things stand now.
CREATE FUNCTION analytics_is_totalled(metric text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT metric IN ('archived', 'coins_corrected', 'coins_in', 'coins_out', 'eggs_cancelled', 'eggs_created', 'eggs_hatched', 'erased',
    'tokens_corrected', 'tokens_in', 'tokens_out')
$$;

-- Until the triggers are there, or what such a node adds up meanwhile would be in no sum for ever.
LOCK TABLE analytics_counters IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO analytics_totals (customer_id, metric, audience, key, count, amount)
SELECT customer_id, metric, audience, key, sum(count), sum(amount) FROM analytics_counters
WHERE analytics_is_totalled(metric) GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount) <> 0;

CREATE FUNCTION analytics_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO analytics_totals AS t (customer_id, metric, audience, key, count, amount)
    SELECT customer_id, metric, audience, key, sum(count), sum(amount) FROM added
    WHERE analytics_is_totalled(metric) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (customer_id, metric, audience, key)
    DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
    DELETE FROM analytics_totals AS t USING added AS a
    WHERE t.customer_id = a.customer_id AND t.metric = a.metric AND t.audience = a.audience AND t.key = a.key
      AND t.count = 0 AND t.amount = 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO analytics_totals AS t (customer_id, metric, audience, key, count, amount)
    SELECT customer_id, metric, audience, key, sum(count), sum(amount) FROM (
      SELECT customer_id, metric, audience, key, count, amount FROM added
      UNION ALL SELECT customer_id, metric, audience, key, -count, -amount FROM removed) AS changed
    WHERE analytics_is_totalled(metric) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (customer_id, metric, audience, key)
    DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
    DELETE FROM analytics_totals AS t USING removed AS a
    WHERE t.customer_id = a.customer_id AND t.metric = a.metric AND t.audience = a.audience AND t.key = a.key
      AND t.count = 0 AND t.amount = 0;
  ELSE
    INSERT INTO analytics_totals AS t (customer_id, metric, audience, key, count, amount)
    SELECT customer_id, metric, audience, key, -sum(count), -sum(amount) FROM removed
    WHERE analytics_is_totalled(metric) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (customer_id, metric, audience, key)
    DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
    DELETE FROM analytics_totals AS t USING removed AS a
    WHERE t.customer_id = a.customer_id AND t.metric = a.metric AND t.audience = a.audience AND t.key = a.key
      AND t.count = 0 AND t.amount = 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER analytics_total_added AFTER INSERT ON analytics_counters REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION analytics_total();
CREATE TRIGGER analytics_total_changed AFTER UPDATE ON analytics_counters REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION analytics_total();
CREATE TRIGGER analytics_total_removed AFTER DELETE ON analytics_counters REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION analytics_total();
