-- 0059_analytics.sql: what reports count. They may not scan what grows with events, and nothing that two changes share may be touched on
-- the write path: so whoever changes something writes one row of increments of its own beside it, and one fold adds them up.
--
-- A node of the release before writes no increments; what it commits beside this one is counted by a rebuild.

CREATE TABLE analytics_deltas (
  customer_id uuid NOT NULL,
  delta_id uuid NOT NULL,
  -- {"c": [[metric, day, audience, key, count, amount], ...], "u": [[audience, user, feature, day], ...], "m": [[from, to], ...]};
  -- days since 1970-01-01, null: that of created_at
  body json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, delta_id)
);
-- Rows live for a second: dead ones have to go before the next look has to step over them.
ALTER TABLE analytics_deltas SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Sums by local day. 1970-01-01 holds what is true now whatever the day: holders and owners.
CREATE TABLE analytics_counters (
  customer_id uuid NOT NULL,
  metric text NOT NULL,
  day date NOT NULL,
  audience text NOT NULL,
  key text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (customer_id, metric, day, audience, key)
);

-- Everybody with a counted event: once for each audience, and once under '' for all. user_no stands for the user in all other tables.
CREATE TABLE analytics_users (
  customer_id uuid NOT NULL,
  audience text NOT NULL,
  user_id text NOT NULL,
  user_no bigint NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  PRIMARY KEY (customer_id, audience, user_id)
);
CREATE INDEX analytics_users_last ON analytics_users (customer_id, audience, last_day);

-- Days of a month on which a user used a feature, as bits; feature '': sent any event.
CREATE TABLE analytics_user_months (
  customer_id uuid NOT NULL,
  audience text NOT NULL,
  feature text NOT NULL,
  month date NOT NULL,
  user_no bigint NOT NULL,
  days int NOT NULL,
  PRIMARY KEY (customer_id, audience, feature, month, user_no)
);

-- Users of a cohort by the period they were active in, and by the newest they were active in.
CREATE TABLE analytics_cells (
  customer_id uuid NOT NULL,
  audience text NOT NULL,
  granularity text NOT NULL CHECK (granularity IN ('day', 'week', 'month')),
  cohort date NOT NULL,
  period date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('active', 'last')),
  users bigint NOT NULL,
  PRIMARY KEY (customer_id, audience, granularity, cohort, period, kind)
);
CREATE INDEX analytics_cells_period ON analytics_cells (customer_id, audience, granularity, period);

-- Every type a counted event had, by itself as long as there are few that nobody has defined.
CREATE TABLE analytics_event_types (
  customer_id uuid NOT NULL,
  event_type text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  PRIMARY KEY (customer_id, event_type)
);

-- The statement of a flush, with the increments of each tenant in it. The one without them stays for nodes of the release before.
CREATE FUNCTION journal_flush(
  states_customer_id uuid[], states_buddy_id uuid[], states_version bigint[], states_coins bigint[], states_evolution_stage int[],
  states_prestige_level int[], states_state text[], states_streaks_look_at timestamptz[], states_updated_at timestamptz[],
  states_ledger_head text[],
  events_customer_id uuid[], events_buddy_id uuid[], events_event_id text[], events_user_id text[], events_type text[],
  events_audience text[], events_occurred_at timestamptz[], events_received_at timestamptz[], events_properties text[],
  events_payload_hash text[], events_mode text[], events_config_version_id uuid[], events_effects text[], events_trace text[],
  ledger_customer_id uuid[], ledger_buddy_id uuid[], ledger_unit text[], ledger_seq bigint[], ledger_ledger_id uuid[],
  ledger_amount bigint[], ledger_balance_after bigint[], ledger_reason text[], ledger_reference_type text[],
  ledger_reference_id text[], ledger_rule_id uuid[], ledger_config_version_id uuid[], ledger_reverses_ledger_id uuid[],
  ledger_is_lucky boolean[], ledger_created_at timestamptz[], ledger_prev_hash text[], ledger_hash text[],
  deliveries_customer_id uuid[], deliveries_delivery_id uuid[], deliveries_webhook_config_id uuid[], deliveries_event text[],
  deliveries_body text[], deliveries_trace_context text[], deliveries_next_attempt_at timestamptz[],
  deliveries_created_at timestamptz[],
  deltas_customer_id uuid[], deltas_delta_id uuid[], deltas_body text[], deltas_created_at timestamptz[],
  usage_customer_id uuid[], usage_month text[], usage_slot int[], usage_used bigint[],
  rare json
) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
BEGIN
  PERFORM journal_flush(
    states_customer_id, states_buddy_id, states_version, states_coins, states_evolution_stage,
    states_prestige_level, states_state, states_streaks_look_at, states_updated_at, states_ledger_head,
    events_customer_id, events_buddy_id, events_event_id, events_user_id, events_type,
    events_audience, events_occurred_at, events_received_at, events_properties, events_payload_hash,
    events_mode, events_config_version_id, events_effects, events_trace, ledger_customer_id,
    ledger_buddy_id, ledger_unit, ledger_seq, ledger_ledger_id, ledger_amount,
    ledger_balance_after, ledger_reason, ledger_reference_type, ledger_reference_id, ledger_rule_id,
    ledger_config_version_id, ledger_reverses_ledger_id, ledger_is_lucky, ledger_created_at, ledger_prev_hash,
    ledger_hash, deliveries_customer_id, deliveries_delivery_id, deliveries_webhook_config_id, deliveries_event,
    deliveries_body, deliveries_trace_context, deliveries_next_attempt_at, deliveries_created_at, usage_customer_id,
    usage_month, usage_slot, usage_used, rare);
  IF deltas_body IS NOT NULL THEN
    INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
    SELECT unnest(deltas_customer_id), unnest(deltas_delta_id), unnest(deltas_body)::json, unnest(deltas_created_at);
  END IF;
END $$;

-- As before, and what came of the attempts is counted with them.
CREATE OR REPLACE FUNCTION conclude_webhook_attempts(
  p_customers uuid[], p_deliveries uuid[], p_endpoints uuid[], p_attempts int[], p_statuses text[], p_finished_at timestamptz[],
  p_next_attempts_at timestamptz[], p_response_statuses int[], p_response_ms int[], p_errors text[], p_response_excerpts text[],
  p_notifications uuid[], p_failing_days int
) RETURNS TABLE (customer_id uuid) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  attempted record;
  waiting webhook_outbox;
  -- its columns, taken out of the table once
  ids uuid[];
  events text[];
  bodies text[];
  traces text[];
  moments timestamptz[];
  written uuid[];
  sent uuid[];
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH finished AS (
    UPDATE webhook_deliveries delivery
    SET status = given.status, attempts = given.attempt, next_attempt_at = given.next_attempt_at,
      locked_until = NULL, response_status = given.response_status, response_ms = given.response_ms,
      finished_at = CASE WHEN given.status = 'failed' THEN NULL ELSE given.finished_at END,
      response_excerpt = CASE WHEN given.status = 'delivered' THEN given.response_excerpt END
    FROM unnest(p_customers, p_deliveries, p_attempts, p_statuses, p_finished_at, p_next_attempts_at, p_response_statuses,
      p_response_ms, p_response_excerpts) AS given (
      customer_id, delivery_id, attempt, status, finished_at, next_attempt_at, response_status, response_ms, response_excerpt)
    WHERE delivery.customer_id = given.customer_id AND delivery.delivery_id = given.delivery_id
      AND delivery.attempts = given.attempt - 1
      -- said again for plans that begin with this table
      AND delivery.customer_id = ANY (p_customers) AND delivery.delivery_id = ANY (p_deliveries)
    RETURNING delivery.delivery_id
  )
  SELECT coalesce(array_agg(delivery_id), '{}') INTO written FROM finished;

  -- First attempts of what still stands in the outbox: rows of their own now.
  FOR attempted IN
    SELECT given.customer_id, given.webhook_config_id, array_agg(given.delivery_id) AS ids,
      max(given.delivery_id::text)::uuid AS newest
    FROM unnest(p_customers, p_deliveries, p_endpoints, p_attempts) AS given (customer_id, delivery_id, webhook_config_id, attempt)
    WHERE given.attempt = 1 AND given.delivery_id <> ALL (written) GROUP BY 1, 2 ORDER BY 1, 2
  LOOP FOR waiting IN
    SELECT o.* FROM webhook_outbox o
    WHERE o.customer_id = attempted.customer_id AND o.webhook_config_id = attempted.webhook_config_id
      AND o.first_id <= attempted.newest AND o.delivery_ids && attempted.ids
    ORDER BY o.first_id FOR UPDATE
  LOOP
    ids := waiting.delivery_ids;
    events := waiting.events;
    bodies := waiting.bodies;
    traces := waiting.trace_contexts;
    moments := waiting.created_ats;
    WITH first_sent AS (
      INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, trace_context, created_at,
        status, attempts, next_attempt_at, response_status, response_ms, finished_at, response_excerpt)
      SELECT waiting.customer_id, delivery_id, waiting.webhook_config_id, events[place], bodies[place], traces[place],
        moments[place], status, 1, next_attempt_at, response_status, response_ms,
        CASE WHEN status = 'failed' THEN NULL ELSE finished_at END, CASE WHEN status = 'delivered' THEN response_excerpt END
      FROM (
        SELECT *, array_position(ids, delivery_id) AS place
        FROM unnest(p_customers, p_deliveries, p_attempts, p_statuses, p_finished_at, p_next_attempts_at, p_response_statuses,
          p_response_ms, p_response_excerpts) AS given (
          customer_id, delivery_id, attempt, status, finished_at, next_attempt_at, response_status, response_ms, response_excerpt)
        WHERE customer_id = waiting.customer_id AND attempt = 1 AND delivery_id = ANY (ids)
          AND delivery_id <> ALL (waiting.done_ids)) AS first_attempt
      RETURNING delivery_id
    )
    SELECT coalesce(array_agg(delivery_id), '{}') INTO sent FROM first_sent;
    written := written || sent;
    IF cardinality(waiting.done_ids) + cardinality(sent) = cardinality(waiting.delivery_ids) THEN
      DELETE FROM webhook_outbox o WHERE o.customer_id = waiting.customer_id
        AND o.webhook_config_id = waiting.webhook_config_id AND o.first_id = waiting.first_id;
    ELSE
      UPDATE webhook_outbox o SET done_ids = o.done_ids || sent
      WHERE o.customer_id = waiting.customer_id AND o.webhook_config_id = waiting.webhook_config_id
        AND o.first_id = waiting.first_id;
    END IF;
  END LOOP; END LOOP;

  -- Whoever gave them rows of their own meanwhile had the outbox locked until it was done.
  IF cardinality(written) < cardinality(p_deliveries) THEN
    WITH finished AS (
      UPDATE webhook_deliveries delivery
      SET status = given.status, attempts = given.attempt, next_attempt_at = given.next_attempt_at,
        locked_until = NULL, response_status = given.response_status, response_ms = given.response_ms,
        finished_at = CASE WHEN given.status = 'failed' THEN NULL ELSE given.finished_at END,
        response_excerpt = CASE WHEN given.status = 'delivered' THEN given.response_excerpt END
      FROM unnest(p_customers, p_deliveries, p_attempts, p_statuses, p_finished_at, p_next_attempts_at, p_response_statuses,
        p_response_ms, p_response_excerpts) AS given (
        customer_id, delivery_id, attempt, status, finished_at, next_attempt_at, response_status, response_ms, response_excerpt)
      WHERE delivery.customer_id = given.customer_id AND delivery.delivery_id = given.delivery_id
        AND delivery.attempts = given.attempt - 1
        -- said again for plans that begin with this table
        AND delivery.customer_id = ANY (p_customers) AND delivery.delivery_id = ANY (p_deliveries)
        AND delivery.delivery_id <> ALL (written)
      RETURNING delivery.delivery_id
    )
    SELECT written || coalesce(array_agg(delivery_id), '{}') INTO written FROM finished;
  END IF;

  INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
  SELECT told.customer_id, gen_random_uuid(),
    json_build_object('c', json_agg(json_build_array(metric, NULL, '', key, times, ms)), 'u', '[]'::json), max(seen_at)
  FROM (
    SELECT result.customer_id, counted.metric, counted.key, count(*) AS times, sum(coalesce(result.response_ms, 0)) AS ms,
      max(result.finished_at) AS seen_at
    FROM unnest(p_customers, p_deliveries, p_endpoints, p_statuses, p_finished_at, p_response_ms) AS result (
      customer_id, delivery_id, webhook_config_id, status, finished_at, response_ms)
    -- The event of one of its first attempts stood in the outbox, and stands in its row now.
    JOIN webhook_deliveries AS d ON d.customer_id = result.customer_id AND d.delivery_id = result.delivery_id
    CROSS JOIN LATERAL (VALUES
      (CASE WHEN result.status = 'delivered' THEN 'webhook_delivered' ELSE 'webhook_failed' END,
        result.webhook_config_id || '|' || d.event),
      (CASE WHEN result.status = 'exhausted' THEN 'webhook_exhausted' END, result.webhook_config_id || '|' || d.event),
      ('webhook_ms', result.webhook_config_id || ':' || width_bucket(coalesce(result.response_ms, 0),
        ARRAY[5, 10, 20, 50, 100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10000]))
    ) AS counted (metric, key)
    WHERE result.delivery_id = ANY (written) AND counted.metric IS NOT NULL
    GROUP BY 1, 2, 3) AS told
  GROUP BY told.customer_id;

  RETURN QUERY
    WITH finished AS (
      SELECT * FROM unnest(p_customers, p_deliveries, p_endpoints, p_attempts, p_statuses, p_finished_at, p_next_attempts_at,
        p_response_statuses, p_response_ms, p_errors, p_response_excerpts, p_notifications) AS result (
        customer_id, delivery_id, webhook_config_id, attempt, status, finished_at, next_attempt_at,
        response_status, response_ms, error, response_excerpt, notification_id)
      WHERE delivery_id = ANY (written)
    ), past AS (
      INSERT INTO webhook_past_attempts
        (customer_id, delivery_id, attempt, attempted_at, response_status, response_ms, error, response_excerpt)
      SELECT customer_id, delivery_id, attempt, finished_at - make_interval(secs => response_ms / 1000.0), response_status,
        response_ms, error, response_excerpt
      FROM finished WHERE status <> 'delivered'
    ), health AS (
      SELECT customer_id, webhook_config_id, bool_or(status = 'delivered') AS healthy,
        min(finished_at - make_interval(secs => response_ms / 1000.0)) AS failed_at, max(finished_at) AS seen_at,
        (array_agg(notification_id))[1] AS notification_id
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
