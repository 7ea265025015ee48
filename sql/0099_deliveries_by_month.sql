-- 0099_deliveries_by_month.sql: deliveries and their attempts by the month of the delivery. What stands there becomes the first partition
-- as it is: its indexes are taken over, and nobody reads it, because 0098 has looked at its bound. Only the catalogue changes, so the lock
-- lasts for some milliseconds.
--
-- Nodes of the release before find everything under its name. They throw old rows away by their place in the table, which says nothing over
-- several months: as long as they run, everything they meet stands in the first partition.

ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_before;
ALTER INDEX webhook_deliveries_pkey RENAME TO webhook_deliveries_before_pkey;
ALTER INDEX webhook_deliveries_due RENAME TO webhook_deliveries_before_due;
ALTER INDEX webhook_deliveries_in_flight RENAME TO webhook_deliveries_before_in_flight;
ALTER INDEX webhook_deliveries_config RENAME TO webhook_deliveries_before_config;
ALTER INDEX webhook_deliveries_exhausted RENAME TO webhook_deliveries_before_exhausted;
DROP TRIGGER webhook_delivery_reopened ON webhook_deliveries_before;
DROP FUNCTION webhook_is_being_sent(webhook_deliveries_before, timestamptz);

CREATE TABLE webhook_deliveries (LIKE webhook_deliveries_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
  PARTITION BY RANGE (delivery_id);
ALTER TABLE webhook_deliveries DROP CONSTRAINT months_bound, ADD PRIMARY KEY (customer_id, delivery_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_config_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_in_flight ON webhook_deliveries (webhook_config_id) WHERE locked_until IS NOT NULL;
CREATE INDEX webhook_deliveries_config ON webhook_deliveries (customer_id, webhook_config_id, delivery_id);
CREATE INDEX webhook_deliveries_exhausted ON webhook_deliveries (customer_id, webhook_config_id, delivery_id)
  WHERE status = 'exhausted';
CREATE TRIGGER webhook_delivery_reopened BEFORE UPDATE OF status ON webhook_deliveries
  FOR EACH ROW WHEN (OLD.status = 'delivered' AND NEW.status <> 'delivered' AND OLD.response_excerpt IS NOT NULL)
  EXECUTE FUNCTION webhook_delivery_reopened();
-- A commit never fails because its month is not there.
CREATE TABLE webhook_deliveries_rest PARTITION OF webhook_deliveries DEFAULT WITH (fillfactor = 80);

ALTER TABLE webhook_past_attempts RENAME TO webhook_past_attempts_before;
ALTER INDEX webhook_past_attempts_pkey RENAME TO webhook_past_attempts_before_pkey;
CREATE TABLE webhook_past_attempts (LIKE webhook_past_attempts_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
  PARTITION BY RANGE (delivery_id);
ALTER TABLE webhook_past_attempts DROP CONSTRAINT months_bound, ADD PRIMARY KEY (customer_id, delivery_id, attempt);
CREATE TABLE webhook_past_attempts_rest PARTITION OF webhook_past_attempts DEFAULT;

DO $$
DECLARE
  name text;
  bound text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook_deliveries', 'webhook_past_attempts'] LOOP
    bound := (
      SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint
      WHERE conrelid = (name || '_before')::regclass AND conname = 'months_bound');
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, name || '_before', bound);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT months_bound', name || '_before');
    PERFORM months_keep(name::regclass, now(), 3);
  END LOOP;
END $$;

-- Views and functions that know the table by its number and not by its name, as they were.
CREATE OR REPLACE VIEW webhook_deliveries_all AS
  SELECT customer_id, delivery_id, webhook_config_id, event, body, status, attempts, ladder_base, next_attempt_at, locked_until,
    response_status, response_ms, created_at, finished_at, trace_context, response_excerpt
  FROM webhook_deliveries
  UNION ALL
  SELECT customer_id, delivery_id, webhook_config_id, event, body, 'pending', 0, 0, created_at, NULL, NULL, NULL, created_at, NULL,
    trace_context, NULL
  FROM webhook_waiting;
CREATE OR REPLACE VIEW webhook_attempts AS
  SELECT customer_id, delivery_id, attempt, attempted_at, response_status, response_ms, error, response_excerpt
  FROM webhook_past_attempts
  UNION ALL
  SELECT customer_id, delivery_id, attempts, finished_at - make_interval(secs => response_ms / 1000.0), response_status, response_ms,
    NULL, response_excerpt
  FROM webhook_deliveries WHERE status = 'delivered' AND response_excerpt IS NOT NULL;
CREATE FUNCTION webhook_is_being_sent(p_delivery webhook_deliveries, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_delivery.locked_until > p_now, false) OR (coalesce(p_delivery.next_attempt_at <= p_now, false) AND EXISTS (
    SELECT FROM webhook_leases l
    WHERE l.webhook_config_id = p_delivery.webhook_config_id AND l.customer_id = p_delivery.customer_id AND l.leased_until > p_now
      AND p_delivery.delivery_id = ANY (l.delivery_ids)))
$$;
