-- 0005_journal.sql: how the buddy actors commit. One call carries the changes of many buddies, as JSON arrays flattened over all of
-- them (null stands for an empty array), and is all or nothing; a batch that fails runs once more through journal_commit_each, which
-- isolates what stood in its way.
--
-- Settings are pinned per function. A cached plan that was made while a table was empty would scan it for ever, so statements that
-- look rows up are planned anew on each call (about 0.1 ms for the whole batch), and the inserts, which have nothing to choose,
-- keep their generic plans. Shared rows (budgets, usage) are locked last and in key order: two commits cannot wait for each other.

-- What a change asks the outside to start, until somebody has seen to it.
CREATE TABLE buddy_signals (
  customer_id uuid NOT NULL,
  signal_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  body json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, signal_id)
);
CREATE INDEX buddy_signals_age ON buddy_signals (created_at);

-- Moves the buddies one version ahead; answers how many still were at the version the change was decided on.
CREATE FUNCTION journal_advance(changes json) RETURNS int LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  advanced int;
BEGIN
  UPDATE buddies AS b
  SET version = b.version + 1, coins = c.coins, evolution_stage = c.evolution_stage, prestige_level = c.prestige_level,
      state = c.state, name = coalesce(c.name, b.name), status = coalesce(c.status, b.status),
      archived_at = coalesce(c.archived_at, b.archived_at), config_version_id = coalesce(c.config_version_id, b.config_version_id),
      updated_at = c.updated_at
  FROM json_to_recordset(changes) AS c (
    customer_id uuid, buddy_id uuid, version bigint, coins bigint, evolution_stage int, prestige_level int, state json,
    name text, status text, archived_at timestamptz, config_version_id uuid, updated_at timestamptz)
  WHERE b.customer_id = c.customer_id AND b.buddy_id = c.buddy_id AND b.version = c.version;
  GET DIAGNOSTICS advanced = ROW_COUNT;
  RETURN advanced;
END $$;

-- HA003: a buddy is not at the expected version. Every other conflict shows as the database's own error.
CREATE FUNCTION journal_commit(
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
    INSERT INTO webhook_deliveries (customer_id, delivery_id, webhook_config_id, event, body, next_attempt_at, created_at)
    SELECT customer_id, delivery_id, webhook_config_id, event, body, created_at, created_at
    FROM json_to_recordset(new_deliveries) AS d (
      customer_id uuid, delivery_id uuid, webhook_config_id uuid, event text, body text, created_at timestamptz);
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

-- Takes the shared rows of a whole batch before its items run one after the other, in the order in which journal_commit takes them.
CREATE FUNCTION journal_lock_shared(items json) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  INSERT INTO rule_budgets AS r (customer_id, rule_id, period_key, used, max_coins)
  SELECT b.customer_id, b.rule_id, b.period_key, 0, max(b.max_coins)
  FROM json_array_elements(items) AS i (item),
    json_to_recordset(coalesce(i.item -> 'budgets', '[]')) AS b (customer_id uuid, rule_id uuid, period_key text, max_coins bigint)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (customer_id, rule_id, period_key) DO UPDATE SET used = r.used;
  INSERT INTO event_usage AS m (customer_id, month, slot, used)
  SELECT u.customer_id, u.month, u.slot, 0
  FROM json_array_elements(items) AS i (item),
    json_to_recordset(coalesce(i.item -> 'usage', '[]')) AS u (customer_id uuid, month text, slot int)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (customer_id, month, slot) DO UPDATE SET used = m.used;
END $$;

-- What stands in the database for the given events and commands of one customer: enough to give the first answer again.
CREATE FUNCTION journal_stored(for_customer uuid, event_ids json, command_ids json) RETURNS json LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
BEGIN
  RETURN (
    SELECT json_agg(found.row) FROM (
      SELECT json_build_object('event_id', e.event_id, 'payload_hash', e.payload_hash, 'effects', e.effects, 'trace', e.trace,
        'config_version_id', e.config_version_id) AS row
      FROM json_array_elements_text(coalesce(event_ids, '[]')) AS k (event_id)
      JOIN events AS e ON e.customer_id = for_customer AND e.event_id = k.event_id
      UNION ALL
      SELECT json_build_object('command_id', c.command_id, 'reply', c.reply, 'trace', c.trace)
      FROM json_array_elements_text(coalesce(command_ids, '[]')) AS k (command_id)
      JOIN commands AS c ON c.customer_id = for_customer AND c.command_id = k.command_id
    ) AS found
  );
END $$;

-- Runs each item in a subtransaction of its own. One row per item, in order; error_code is null when it was committed. A unique
-- violation comes with the events and commands of the item that exist already.
CREATE FUNCTION journal_commit_each(items json)
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
        item -> 'uniques', item -> 'commands', item -> 'deliveries', item -> 'signals', item -> 'budgets', item -> 'usage');
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, constraint_name = CONSTRAINT_NAME, message = MESSAGE_TEXT;
    END;
    IF error_code = '23505' THEN
      stored := journal_stored((item ->> 'customer_id')::uuid, item -> 'event_ids', item -> 'command_ids');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- Everything an actor starts from: the row, the newest ledger entry of every unit as {unit: [seq, hash]}, and what `unique_by`
-- limits have paid for as [[rule_id, unique_key]]. Units are read from the state, so that the ledger is entered at its ends only.
CREATE FUNCTION journal_load(customer_ids uuid[], buddy_ids uuid[])
RETURNS TABLE (customer_id uuid, buddy_id uuid, user_id text, audience text, status text, version bigint, state json,
  config_version_id uuid, heads json, uniques json) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT b.customer_id, b.buddy_id, b.user_id, b.audience, b.status, b.version, b.state, b.config_version_id,
    (SELECT json_object_agg(u.unit, json_build_array(h.seq, h.hash))
     FROM (SELECT 'coin' UNION ALL SELECT 'token:' || t FROM json_object_keys(b.state -> 'tokens') AS t) AS u (unit),
       LATERAL (SELECT l.seq, l.hash FROM ledger AS l
         WHERE l.customer_id = b.customer_id AND l.buddy_id = b.buddy_id AND l.unit = u.unit
         ORDER BY l.seq DESC LIMIT 1) AS h),
    (SELECT json_agg(json_build_array(p.rule_id, p.unique_key)) FROM unique_payments AS p
     WHERE p.customer_id = b.customer_id AND p.buddy_id = b.buddy_id)
  FROM unnest(customer_ids, buddy_ids) AS k (customer_id, buddy_id)
  JOIN buddies AS b ON b.customer_id = k.customer_id AND b.buddy_id = k.buddy_id;
END $$;

-- The buddy an event goes to, in the order of the keys: the one it names when that is an active buddy of the user, else (and only
-- when none is named) the user's first-hatched active buddy of the audience.
CREATE FUNCTION journal_routes(keys json) RETURNS TABLE (buddy_id uuid) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT CASE WHEN k.buddy_id IS NULL
    THEN (SELECT b.buddy_id FROM buddies AS b
      WHERE b.customer_id = k.customer_id AND b.user_id = k.user_id AND b.audience = k.audience AND b.status = 'active'
      ORDER BY b.created_at, b.buddy_id LIMIT 1)
    ELSE (SELECT b.buddy_id FROM buddies AS b
      WHERE b.customer_id = k.customer_id AND b.buddy_id = k.buddy_id AND b.user_id = k.user_id AND b.status = 'active')
    END
  FROM ROWS FROM (json_to_recordset(keys) AS (customer_id uuid, user_id text, audience text, buddy_id uuid))
    WITH ORDINALITY AS k (customer_id, user_id, audience, buddy_id, position)
  ORDER BY k.position;
END $$;

-- Coins used of budgets, in the order of the keys.
CREATE FUNCTION journal_budgets(keys json) RETURNS TABLE (used bigint) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT coalesce((SELECT r.used FROM rule_budgets AS r
    WHERE r.customer_id = k.customer_id AND r.rule_id = k.rule_id AND r.period_key = k.period_key), 0)
  FROM ROWS FROM (json_to_recordset(keys) AS (customer_id uuid, rule_id uuid, period_key text))
    WITH ORDINALITY AS k (customer_id, rule_id, period_key, position)
  ORDER BY k.position;
END $$;
