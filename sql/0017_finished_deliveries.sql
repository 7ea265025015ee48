-- 0017_finished_deliveries.sql: results of webhooks are written down by a function of their own.

-- Deliveries, attempts, the health of endpoints and the notification of a disabled one, all or nothing. Answers a row per endpoint it
-- disabled. A result whose lease is not the delivery's any more touches nothing. p_failing_days: for how long an endpoint may fail.
-- The settings pin index scans, as for claims: the statement was prepared while the table was small, and its plan went on reading all
-- of a table that grew by thousands of rows a second, for every batch of results.
CREATE FUNCTION finish_webhook_deliveries(p_results jsonb, p_failing_days int) RETURNS TABLE (customer_id uuid)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(p_results) AS result (
        customer_id uuid, delivery_id uuid, webhook_config_id uuid, locked_until timestamptz, attempt int,
        attempted_at timestamptz, finished_at timestamptz, status text, next_attempt_at timestamptz,
        response_status int, response_ms int, error text, response_excerpt text, notification_id uuid)
    ), finished AS (
      UPDATE webhook_deliveries delivery
      SET status = given.status, attempts = given.attempt, next_attempt_at = given.next_attempt_at,
        locked_until = NULL, response_status = given.response_status, response_ms = given.response_ms,
        finished_at = CASE WHEN given.status = 'failed' THEN NULL ELSE given.finished_at END
      FROM given
      WHERE delivery.customer_id = given.customer_id AND delivery.delivery_id = given.delivery_id
        AND delivery.locked_until = given.locked_until
      RETURNING given.*
    ), attempts AS (
      INSERT INTO webhook_attempts
        (customer_id, delivery_id, attempt, attempted_at, response_status, response_ms, error, response_excerpt)
      SELECT customer_id, delivery_id, attempt, attempted_at, response_status, response_ms, error, response_excerpt
      FROM finished
    ), health AS (
      SELECT customer_id, webhook_config_id, bool_or(status = 'delivered') AS healthy, min(attempted_at) AS failed_at,
        max(finished_at) AS seen_at, (array_agg(notification_id))[1] AS notification_id
      FROM finished GROUP BY customer_id, webhook_config_id
    ), changed AS (
      UPDATE webhook_configs config
      SET failing_since = CASE WHEN healthy THEN NULL ELSE COALESCE(config.failing_since, failed_at) END,
        enabled = healthy OR config.failing_since IS NULL
          OR config.failing_since > seen_at - make_interval(days => p_failing_days),
        disabled_at = CASE WHEN healthy OR config.failing_since IS NULL
          OR config.failing_since > seen_at - make_interval(days => p_failing_days) THEN NULL ELSE seen_at END
      FROM health
      WHERE config.customer_id = health.customer_id AND config.webhook_config_id = health.webhook_config_id
        AND config.enabled
        AND CASE WHEN healthy THEN config.failing_since IS NOT NULL
          ELSE config.failing_since IS NULL
            OR config.failing_since <= seen_at - make_interval(days => p_failing_days) END
      RETURNING config.customer_id, config.webhook_config_id, config.url, config.enabled, config.failing_since,
        health.seen_at, health.notification_id
    )
    INSERT INTO notifications (customer_id, notification_id, kind, message, details, created_at)
    SELECT customer_id, notification_id, 'webhook_endpoint_disabled',
      'The webhook endpoint ' || url || ' was disabled: no delivery has succeeded for five days.',
      jsonb_build_object('webhook_config_id', webhook_config_id, 'url', url, 'failing_since', failing_since),
      seen_at
    FROM changed WHERE NOT enabled
    RETURNING customer_id;
END $$;
