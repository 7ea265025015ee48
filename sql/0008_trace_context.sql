-- 0008_trace_context.sql: a webhook is sent long after the request that caused it, maybe by another process; what it needs to go on
-- with the same trace travels with the delivery. Null unless that request was traced.
ALTER TABLE webhook_deliveries ADD COLUMN trace_context text;

-- Both functions as before, with the new column: what a commit writes and what a claim hands to the pump. A function that returns
-- other columns cannot be replaced in place. An older node that runs beside this schema ignores the column.

-- HA003: a buddy is not at the expected version. Every other conflict shows as the database's own error.
CREATE OR REPLACE FUNCTION journal_commit(
  buddy_count int, new_buddies json, new_events json, new_ledger json, new_badges json, new_uniques json, new_commands json,
  new_deliveries json, new_signals json, new_budgets json, new_usage json
) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  IF new_buddies IS NOT NULL AND journal_advance(new_buddies) <> buddy_count THEN
    RAISE EXCEPTION 'a buddy has moved on since the change was decided' USING ERRCODE = 'HA003';
  END IF;
  IF new_events IS NOT NULL THEN
    INSERT INTO events (customer_id, event_id, buddy_id, user_id, type, audience, occurred_at, received_at, properties,
      payload_hash, mode, config_version_id, effects, trace)
    SELECT customer_id, event_id, buddy_id, user_id, type, audience, occurred_at, received_at, properties,
      payload_hash, mode, config_version_id, effects, trace
    FROM json_to_recordset(new_events) AS e (
      customer_id uuid, event_id text, buddy_id uuid, user_id text, type text, audience text, occurred_at timestamptz,
      received_at timestamptz, properties json, payload_hash text, mode text, config_version_id uuid, effects json, trace json);
  END IF;
  IF new_ledger IS NOT NULL THEN
    INSERT INTO ledger (customer_id, buddy_id, unit, seq, ledger_id, amount, balance_after, reason, reference_type, reference_id,
      rule_id, config_version_id, reverses_ledger_id, is_lucky, created_at, prev_hash, hash)
    SELECT customer_id, buddy_id, unit, seq, ledger_id, amount, balance_after, reason, reference_type, reference_id,
      rule_id, config_version_id, null, is_lucky, created_at, prev_hash, hash
    FROM json_to_recordset(new_ledger) AS l (
      customer_id uuid, buddy_id uuid, unit text, seq bigint, ledger_id uuid, amount bigint, balance_after bigint, reason text,
      reference_type text, reference_id text, rule_id uuid, config_version_id uuid, is_lucky boolean, created_at timestamptz,
      prev_hash text, hash text);
  END IF;
  IF new_badges IS NOT NULL THEN
    INSERT INTO buddy_badges (customer_id, buddy_id, badge_key, times, label, coin_reward, reason, awarded_at)
    SELECT customer_id, buddy_id, badge_key, times, label, coin_reward, reason, awarded_at
    FROM json_to_recordset(new_badges) AS g (
      customer_id uuid, buddy_id uuid, badge_key text, times int, label text, coin_reward bigint, reason text, awarded_at timestamptz);
  END IF;
  IF new_uniques IS NOT NULL THEN
    INSERT INTO unique_payments (customer_id, buddy_id, rule_id, unique_key, created_at)
    SELECT customer_id, buddy_id, rule_id, unique_key, created_at
    FROM json_to_recordset(new_uniques) AS u (
      customer_id uuid, buddy_id uuid, rule_id uuid, unique_key text, created_at timestamptz);
  END IF;
  IF new_commands IS NOT NULL THEN
    INSERT INTO commands (customer_id, command_id, buddy_id, reply, trace, created_at)
    SELECT customer_id, command_id, buddy_id, reply, trace, created_at
    FROM json_to_recordset(new_commands) AS c (
      customer_id uuid, command_id text, buddy_id uuid, reply json, trace json, created_at timestamptz);
  END IF;
  IF new_deliveries IS NOT NULL THEN
    INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, trace_context, next_attempt_at, created_at)
    SELECT customer_id, delivery_id, webhook_config_id, event, body, trace_context, created_at, created_at
    FROM json_to_recordset(new_deliveries) AS d (
      customer_id uuid, delivery_id uuid, webhook_config_id uuid, event text, body text, trace_context text,
      created_at timestamptz);
  END IF;
  IF new_signals IS NOT NULL THEN
    INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
    SELECT customer_id, signal_id, buddy_id, body, created_at
    FROM json_to_recordset(new_signals) AS s (customer_id uuid, signal_id uuid, buddy_id uuid, body json, created_at timestamptz);
  END IF;
  IF new_budgets IS NOT NULL THEN
    INSERT INTO rule_budgets AS r (customer_id, rule_id, period_key, used, max_coins)
    SELECT customer_id, rule_id, period_key, sum(used), min(max_coins)
    FROM json_to_recordset(new_budgets) AS b (customer_id uuid, rule_id uuid, period_key text, used bigint, max_coins bigint)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (customer_id, rule_id, period_key) DO UPDATE SET used = r.used + excluded.used, max_coins = excluded.max_coins;
  END IF;
  IF new_usage IS NOT NULL THEN
    INSERT INTO event_usage AS m (customer_id, month, slot, used)
    SELECT customer_id, month, slot, sum(used)
    FROM json_to_recordset(new_usage) AS u (customer_id uuid, month text, slot int, used bigint)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (customer_id, month, slot) DO UPDATE SET used = m.used + excluded.used;
  END IF;
END $$;

DROP FUNCTION claim_webhook_deliveries(uuid[], timestamptz, timestamptz, int, int);

-- Hands due deliveries to a pump and leases them until p_lease_until; a pump that dies simply lets the lease run out.
-- p_endpoints names the endpoints to look at, null means all that have anything pending. Every other row of the answer (delivery_id
-- null) says when an endpoint has work next. Claims of one endpoint are serialized by its configuration row, so that the number in
-- flight is exact across all runners; an endpoint that only fails at the moment gets one attempt at a time.
-- The settings pin index scans: plans are cached, and a plan made while the table was empty would read all of it for ever.
CREATE FUNCTION claim_webhook_deliveries(
  p_endpoints uuid[], p_now timestamptz, p_lease_until timestamptz, p_endpoint_max int, p_total_max int
) RETURNS TABLE (
  webhook_config_id uuid, next_due timestamptz, customer_id uuid, delivery_id uuid, event text, body text, attempts int,
  ladder_base int, url text, headers jsonb, secret bytea, previous_secret bytea,
  trace_context text
) LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  candidate record;
  config webhook_configs;
  room int;
  taken int;
  total_left int := p_total_max;
BEGIN
  -- A lease that a crash of the database forgets is a delivery sent twice, which receivers expect; it is not worth a flush.
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR candidate IN
    WITH RECURSIVE pending AS (
      (SELECT d.webhook_config_id, d.customer_id, d.next_attempt_at FROM webhook_deliveries d
       WHERE p_endpoints IS NULL AND d.next_attempt_at IS NOT NULL
       ORDER BY d.webhook_config_id, d.next_attempt_at LIMIT 1)
      UNION ALL
      SELECT later.* FROM pending CROSS JOIN LATERAL (
        SELECT d.webhook_config_id, d.customer_id, d.next_attempt_at FROM webhook_deliveries d
        WHERE d.webhook_config_id > pending.webhook_config_id AND d.next_attempt_at IS NOT NULL
        ORDER BY d.webhook_config_id, d.next_attempt_at LIMIT 1) later
    )
    SELECT * FROM (
      SELECT * FROM pending
      UNION ALL
      SELECT first_due.* FROM unnest(p_endpoints) AS named (id) CROSS JOIN LATERAL (
        SELECT d.webhook_config_id, d.customer_id, d.next_attempt_at FROM webhook_deliveries d
        WHERE d.webhook_config_id = named.id AND d.next_attempt_at IS NOT NULL
        ORDER BY d.webhook_config_id, d.next_attempt_at LIMIT 1) first_due
    ) found ORDER BY found.next_attempt_at
  LOOP
    webhook_config_id := candidate.webhook_config_id;
    next_due := candidate.next_attempt_at;
    delivery_id := NULL;
    IF candidate.next_attempt_at > p_now OR total_left <= 0 THEN
      RETURN NEXT;
      CONTINUE;
    END IF;

    SELECT c.* INTO config FROM webhook_configs c
    WHERE c.customer_id = candidate.customer_id AND c.webhook_config_id = candidate.webhook_config_id
    FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
      IF EXISTS (SELECT FROM webhook_configs c
                 WHERE c.customer_id = candidate.customer_id AND c.webhook_config_id = candidate.webhook_config_id) THEN
        RETURN NEXT;
      ELSE
        UPDATE webhook_deliveries d
        SET status = 'exhausted', next_attempt_at = NULL, locked_until = NULL, finished_at = p_now
        WHERE d.webhook_config_id = candidate.webhook_config_id AND d.next_attempt_at IS NOT NULL
          AND (d.locked_until IS NULL OR d.locked_until <= p_now);
      END IF;
      CONTINUE;
    END IF;
    CONTINUE WHEN NOT config.enabled;

    SELECT LEAST(total_left, CASE WHEN config.failing_since IS NULL THEN p_endpoint_max ELSE 1 END - count(*)) INTO room
    FROM webhook_deliveries d WHERE d.webhook_config_id = config.webhook_config_id AND d.locked_until > p_now;
    IF room > 0 THEN
      RETURN QUERY
        WITH picked AS (
          SELECT d.customer_id, d.delivery_id FROM webhook_deliveries d
          WHERE d.webhook_config_id = config.webhook_config_id AND d.next_attempt_at <= p_now
          ORDER BY d.next_attempt_at, d.delivery_id LIMIT room FOR UPDATE SKIP LOCKED
        )
        UPDATE webhook_deliveries d SET locked_until = p_lease_until, next_attempt_at = p_lease_until
        FROM picked WHERE d.customer_id = picked.customer_id AND d.delivery_id = picked.delivery_id
        RETURNING d.webhook_config_id, NULL::timestamptz, d.customer_id, d.delivery_id, d.event, d.body, d.attempts, d.ladder_base,
          config.url, config.headers, config.secret,
          CASE WHEN config.previous_secret_expires_at > p_now THEN config.previous_secret END, d.trace_context;
      GET DIAGNOSTICS taken = ROW_COUNT;
      total_left := total_left - taken;
    END IF;

    SELECT min(d.next_attempt_at) INTO next_due FROM webhook_deliveries d
    WHERE d.webhook_config_id = config.webhook_config_id AND d.next_attempt_at IS NOT NULL;
    IF next_due IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;
