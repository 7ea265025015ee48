-- 0016_changes.sql: why a buddy changed when no event changed it. `commands` is the memory of idempotency keys and forgets after a
-- day; what a manual change asked for, what was decided and why stays as long as the ledger rows it explains.

-- `input` is what was asked, without the configuration it was asked about; `trace` is written as that of events.
CREATE TABLE buddy_changes (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  -- UUIDv7 of the moment the buddy lived at, as its ledger rows have it: they lead here without an index of their own
  change_id uuid NOT NULL,
  kind text NOT NULL,
  input json NOT NULL,
  -- who asked; null when nobody said
  origin json,
  config_version_id uuid NOT NULL,
  reply json NOT NULL,
  effects json NOT NULL,
  trace json NOT NULL,
  ledger_ids uuid[] NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id, change_id)
);

CREATE FUNCTION buddy_changes_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'changes are append-only' USING ERRCODE = 'HA002';
END $$;
CREATE TRIGGER buddy_changes_immutable BEFORE UPDATE OR DELETE ON buddy_changes
  FOR EACH STATEMENT EXECUTE FUNCTION buddy_changes_immutable();

-- Nodes of the release before call journal_commit with fewer parameters while the new ones are rolled out; what they write in that
-- time has no row here.
CREATE FUNCTION journal_commit(
  buddy_count int, new_buddies json, new_events json, new_ledger json, new_badges json, new_uniques json, new_commands json,
  new_deliveries json, new_signals json, new_budgets json, new_history json, freed_uniques json, new_changes json,
  new_usage json
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
      rule_id, config_version_id, reverses_ledger_id, is_lucky, created_at, prev_hash, hash
    FROM json_to_recordset(new_ledger) AS l (
      customer_id uuid, buddy_id uuid, unit text, seq bigint, ledger_id uuid, amount bigint, balance_after bigint, reason text,
      reference_type text, reference_id text, rule_id uuid, config_version_id uuid, reverses_ledger_id uuid, is_lucky boolean, created_at timestamptz,
      prev_hash text, hash text);
  END IF;
  IF new_badges IS NOT NULL THEN
    INSERT INTO buddy_badges (customer_id, buddy_id, badge_key, times, label, coin_reward, reason, awarded_at)
    SELECT customer_id, buddy_id, badge_key, times, label, coin_reward, reason, awarded_at
    FROM json_to_recordset(new_badges) AS g (
      customer_id uuid, buddy_id uuid, badge_key text, times int, label text, coin_reward bigint, reason text, awarded_at timestamptz);
  END IF;
  IF freed_uniques IS NOT NULL THEN
    DELETE FROM unique_payments AS p
    USING json_to_recordset(freed_uniques) AS f (customer_id uuid, buddy_id uuid, rule_id uuid, unique_key text)
    WHERE p.customer_id = f.customer_id AND p.buddy_id = f.buddy_id AND p.rule_id = f.rule_id AND p.unique_key = f.unique_key;
  END IF;
  IF new_uniques IS NOT NULL THEN
    INSERT INTO unique_payments (customer_id, buddy_id, rule_id, unique_key, created_at)
    SELECT customer_id, buddy_id, rule_id, unique_key, created_at
    FROM json_to_recordset(new_uniques) AS u (
      customer_id uuid, buddy_id uuid, rule_id uuid, unique_key text, created_at timestamptz);
  END IF;
  IF new_history IS NOT NULL THEN
    INSERT INTO buddy_history (customer_id, buddy_id, history_id, kind, key, body, created_at)
    SELECT customer_id, buddy_id, history_id, kind, key, body, created_at
    FROM json_to_recordset(new_history) AS h (
      customer_id uuid, buddy_id uuid, history_id uuid, kind text, key text, body json, created_at timestamptz);
  END IF;
  IF new_commands IS NOT NULL THEN
    INSERT INTO commands (customer_id, command_id, buddy_id, reply, trace, created_at)
    SELECT customer_id, command_id, buddy_id, reply, trace, created_at
    FROM json_to_recordset(new_commands) AS c (
      customer_id uuid, command_id text, buddy_id uuid, reply json, trace json, created_at timestamptz);
  END IF;
  IF new_changes IS NOT NULL THEN
    INSERT INTO buddy_changes (customer_id, buddy_id, change_id, kind, input, origin, config_version_id, reply, effects, trace,
      ledger_ids, occurred_at)
    SELECT customer_id, buddy_id, change_id, kind, input, origin, config_version_id, reply, effects, trace, ledger_ids, occurred_at
    FROM json_to_recordset(new_changes) AS c (
      customer_id uuid, buddy_id uuid, change_id uuid, kind text, input json, origin json, config_version_id uuid, reply json,
      effects json, trace json, ledger_ids uuid[], occurred_at timestamptz);
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

CREATE OR REPLACE FUNCTION journal_commit_each(items json)
RETURNS TABLE (error_code text, constraint_name text, message text, stored json) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
AS $$
DECLARE
  item json;
BEGIN
  PERFORM journal_lock_shared(items);
  FOR item IN SELECT value FROM json_array_elements(items) LOOP
    error_code := NULL;
    constraint_name := NULL;
    message := NULL;
    stored := NULL;
    BEGIN
      PERFORM journal_commit((item ->> 'buddy_count')::int, item -> 'buddies', item -> 'events', item -> 'ledger', item -> 'badges',
        item -> 'uniques', item -> 'commands', item -> 'deliveries', item -> 'signals', item -> 'budgets', item -> 'history',
        item -> 'freed', item -> 'changes', item -> 'usage');
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, constraint_name = CONSTRAINT_NAME, message = MESSAGE_TEXT;
    END;
    IF error_code = '23505' THEN
      stored := journal_stored((item ->> 'customer_id')::uuid, item -> 'event_ids', item -> 'command_ids');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
