-- 0009_progression.sql: what a buddy becomes, owns and walks through. Its story is one append-only table, written with the change
-- that makes it, so that stages, items, gates, faded skills, steps of a path and reversals never disagree with the balance.

-- `key` says what an entry is about: a stage, an item_id, a gate_key, a rule_id, a path_key, a streak_key, an event_id.
CREATE TABLE buddy_history (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  history_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('evolution', 'prestige', 'item', 'gate', 'decay', 'path', 'streak', 'reversal')),
  key text NOT NULL,
  body json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id, history_id)
);
-- One event is taken back once, whoever asks and however often.
CREATE UNIQUE INDEX buddy_history_reversal ON buddy_history (customer_id, key) WHERE kind = 'reversal';
-- GET /skill-decay-rules/{id}/history
CREATE INDEX buddy_history_decay ON buddy_history (customer_id, key, history_id) WHERE kind = 'decay';

-- Awards are numbered through per badge; what a prestige or a reversal took is the lowest numbers.
CREATE VIEW held_badges AS
  SELECT a.* FROM buddy_badges AS a
  JOIN buddies AS b ON b.customer_id = a.customer_id AND b.buddy_id = a.buddy_id
  WHERE a.times > coalesce((b.state -> 'badges' -> a.badge_key ->> 'past')::int, 0);

-- Guided journeys: live, not versioned. Steps and sub-steps are one document, because they are only ever used together; their
-- identifiers stand inside.
CREATE TABLE path_definitions (
  customer_id uuid NOT NULL REFERENCES customers,
  path_definition_id uuid NOT NULL,
  path_key text NOT NULL,
  title text NOT NULL,
  audience text NOT NULL,
  display_mode text NOT NULL CHECK (display_mode IN ('straight', 'zigzag', 'stepper')),
  icon text NOT NULL,
  accent_color text,
  steps jsonb NOT NULL DEFAULT '[]',
  is_active boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, path_definition_id),
  UNIQUE (customer_id, path_key)
);
CREATE UNIQUE INDEX path_definitions_one_active ON path_definitions (customer_id, audience) WHERE is_active;

ALTER TABLE marketplace_items DROP CONSTRAINT marketplace_items_status_check;
ALTER TABLE marketplace_items ADD CONSTRAINT marketplace_items_status_check CHECK (status IN ('active', 'inactive', 'archived'));

-- Nodes of the release before call journal_commit with fewer parameters while the new ones are rolled out.
CREATE FUNCTION journal_commit(
  buddy_count int, new_buddies json, new_events json, new_ledger json, new_badges json, new_uniques json, new_commands json,
  new_deliveries json, new_signals json, new_budgets json, new_history json, freed_uniques json, new_usage json
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
        item -> 'freed', item -> 'usage');
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, constraint_name = CONSTRAINT_NAME, message = MESSAGE_TEXT;
    END;
    IF error_code = '23505' THEN
      stored := journal_stored((item ->> 'customer_id')::uuid, item -> 'event_ids', item -> 'command_ids');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
