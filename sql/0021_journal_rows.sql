-- 0021_journal_rows.sql: commits without JSON where it costs most. Reading the rows of a commit out of JSON was half of what Postgres did
-- for an event. What nearly every commit writes now comes as arrays, one per column; what most commits do not write stays JSON, in one
-- parameter that is null then. Kinds of rows are described in src/buddy/journal/sections.ts and nowhere else: journal_apply is told of a
-- kind what it has to know, so that a new one needs its table and no function.
--
-- The functions of the release before stay as they are; both fence on the same version, so nodes of both releases exclude each other.

-- One kind of row, by its description: {mode, table, key, columns}, {version, keeps} of what advances, {sum, max} of what adds up. A JSON
-- array of names is, without its brackets, a list of quoted identifiers. HA003: a row is not at the expected version. With only_locks a
-- sum is taken hold of and not changed.
CREATE FUNCTION journal_apply(shape json, new_rows json, only_locks boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  target text := quote_ident(shape ->> 'table');
  names text := btrim(shape ->> 'columns', '[]');
  key_names text := btrim(shape ->> 'key', '[]');
  given text := format('json_populate_recordset(NULL::%s, $1)', target);
  total text := quote_ident(shape ->> 'sum');
  ceiling text := quote_ident(shape ->> 'max');
  changed int;
BEGIN
  CASE shape ->> 'mode'
  WHEN 'append' THEN
    EXECUTE format('INSERT INTO %s (%s) SELECT %2$s FROM %s', target, names, given) USING new_rows;
  WHEN 'delete' THEN
    EXECUTE format('DELETE FROM %s WHERE (%s) IN (SELECT %2$s FROM %s)', target, key_names, given) USING new_rows;
  WHEN 'add' THEN
    EXECUTE format(
      'INSERT INTO %s AS t (%s) SELECT %s FROM %s GROUP BY %s ORDER BY %5$s ON CONFLICT (%5$s) DO UPDATE SET %s', target,
      concat_ws(', ', key_names, total, ceiling),
      concat_ws(', ', key_names, CASE WHEN only_locks THEN '0' ELSE 'sum(' || total || ')' END, 'min(' || ceiling || ')'),
      given, key_names,
      CASE WHEN only_locks THEN format('%1$s = t.%1$s', total)
        ELSE concat_ws(', ', format('%1$s = t.%1$s + excluded.%1$s', total), ceiling || ' = excluded.' || ceiling) END)
    USING new_rows;
  WHEN 'advance' THEN
    EXECUTE (
      SELECT format('UPDATE %s AS t SET %I = t.%2$I + 1, %s FROM %s AS c WHERE %s AND t.%2$I = c.%2$I', target, shape ->> 'version',
        string_agg(format(
          CASE WHEN is_kept THEN '%1$I = coalesce(c.%1$I, t.%1$I)' ELSE '%1$I = c.%1$I' END, name), ', ') FILTER (WHERE NOT is_key),
        given, string_agg(format('t.%1$I = c.%1$I', name), ' AND ') FILTER (WHERE is_key))
      FROM (
        SELECT name, name IN (SELECT json_array_elements_text(shape -> 'keeps')) AS is_kept,
          name IN (SELECT json_array_elements_text(shape -> 'key')) AS is_key
        FROM json_array_elements_text(shape -> 'columns') AS name WHERE name <> shape ->> 'version') AS described)
    USING new_rows;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> json_array_length(new_rows) THEN
      RAISE EXCEPTION 'a row has moved on since the change was decided' USING ERRCODE = 'HA003';
    END IF;
  END CASE;
END $$;

-- Kinds that are in nearly every commit, column by column; null: none of them. `rare`: [{shape, rows}, ...] of the others, in the order
-- in which they are written. The plans are made once: they look up by whole keys or only append.
CREATE FUNCTION journal_commit_rows(
  buddies_customer_id uuid[], buddies_buddy_id uuid[], buddies_version bigint[], buddies_coins bigint[],
  buddies_evolution_stage int[], buddies_prestige_level int[], buddies_state text[], buddies_streaks_look_at timestamptz[],
  buddies_updated_at timestamptz[], buddies_name text[], buddies_status text[], buddies_archived_at timestamptz[],
  buddies_config_version_id uuid[], buddies_ledger_head text[],
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
  usage_customer_id uuid[], usage_month text[], usage_slot int[], usage_used bigint[],
  rare json
) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  advanced int;
BEGIN
  IF buddies_version IS NOT NULL THEN
    UPDATE buddies AS b SET
      version = b.version + 1, coins = c.coins, evolution_stage = c.evolution_stage, prestige_level = c.prestige_level,
      state = c.state, streaks_look_at = c.streaks_look_at, updated_at = c.updated_at,
      name = coalesce(c.name, b.name), status = coalesce(c.status, b.status), archived_at = coalesce(c.archived_at, b.archived_at),
      config_version_id = coalesce(c.config_version_id, b.config_version_id), ledger_head = coalesce(c.ledger_head, b.ledger_head)
    FROM (SELECT
      unnest(buddies_customer_id) AS customer_id, unnest(buddies_buddy_id) AS buddy_id, unnest(buddies_version) AS version,
      unnest(buddies_coins) AS coins, unnest(buddies_evolution_stage) AS evolution_stage,
      unnest(buddies_prestige_level) AS prestige_level, unnest(buddies_state)::json AS state,
      unnest(buddies_streaks_look_at) AS streaks_look_at, unnest(buddies_updated_at) AS updated_at, unnest(buddies_name) AS name,
      unnest(buddies_status) AS status, unnest(buddies_archived_at) AS archived_at,
      unnest(buddies_config_version_id) AS config_version_id, unnest(buddies_ledger_head)::json AS ledger_head
    ) AS c
    WHERE b.customer_id = c.customer_id AND b.buddy_id = c.buddy_id AND b.version = c.version;
    GET DIAGNOSTICS advanced = ROW_COUNT;
    IF advanced <> cardinality(buddies_version) THEN
      RAISE EXCEPTION 'a buddy has moved on since the change was decided' USING ERRCODE = 'HA003';
    END IF;
  END IF;
  IF events_event_id IS NOT NULL THEN
    INSERT INTO events (
      customer_id, buddy_id, event_id, user_id, type, audience, occurred_at, received_at, properties, payload_hash, mode,
      config_version_id, effects, trace)
    SELECT
      unnest(events_customer_id), unnest(events_buddy_id), unnest(events_event_id), unnest(events_user_id), unnest(events_type),
      unnest(events_audience), unnest(events_occurred_at), unnest(events_received_at), unnest(events_properties)::json,
      unnest(events_payload_hash), unnest(events_mode), unnest(events_config_version_id), unnest(events_effects)::json,
      unnest(events_trace)::json;
  END IF;
  IF ledger_seq IS NOT NULL THEN
    INSERT INTO ledger (
      customer_id, buddy_id, unit, seq, ledger_id, amount, balance_after, reason, reference_type, reference_id, rule_id,
      config_version_id, reverses_ledger_id, is_lucky, created_at, prev_hash, hash)
    SELECT
      unnest(ledger_customer_id), unnest(ledger_buddy_id), unnest(ledger_unit), unnest(ledger_seq), unnest(ledger_ledger_id),
      unnest(ledger_amount), unnest(ledger_balance_after), unnest(ledger_reason), unnest(ledger_reference_type),
      unnest(ledger_reference_id), unnest(ledger_rule_id), unnest(ledger_config_version_id), unnest(ledger_reverses_ledger_id),
      unnest(ledger_is_lucky), unnest(ledger_created_at), unnest(ledger_prev_hash), unnest(ledger_hash);
  END IF;
  IF deliveries_delivery_id IS NOT NULL THEN
    INSERT INTO webhook_deliveries (
      customer_id, delivery_id, webhook_config_id, event, body, trace_context, next_attempt_at, created_at)
    SELECT
      unnest(deliveries_customer_id), unnest(deliveries_delivery_id), unnest(deliveries_webhook_config_id),
      unnest(deliveries_event), unnest(deliveries_body), unnest(deliveries_trace_context), unnest(deliveries_next_attempt_at),
      unnest(deliveries_created_at);
  END IF;
  IF rare IS NOT NULL THEN
    PERFORM journal_apply(part -> 'shape', part -> 'rows') FROM json_array_elements(rare) AS part;
  END IF;
  IF usage_used IS NOT NULL THEN
    INSERT INTO event_usage AS m (customer_id, month, slot, used)
    SELECT customer_id, month, slot, used
    FROM (SELECT unnest(usage_customer_id) AS customer_id, unnest(usage_month) AS month, unnest(usage_slot) AS slot,
      unnest(usage_used) AS used) AS u
    ORDER BY 1, 2, 3
    ON CONFLICT (customer_id, month, slot) DO UPDATE SET used = m.used + excluded.used;
  END IF;
END $$;

-- Runs each item in a subtransaction of its own, all kinds as JSON. Sums that buddies share are taken first, for all items and in one
-- order. One row per item, in order; error_code is null when it was committed. A unique violation comes with the events and commands of
-- the item that exist already.
CREATE FUNCTION journal_commit_rows_each(items json, shared json)
RETURNS TABLE (error_code text, constraint_name text, message text, stored json) LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  item json;
BEGIN
  PERFORM journal_apply(part -> 'shape', part -> 'rows', only_locks => true) FROM json_array_elements(shared) AS part;
  FOR item IN SELECT value FROM json_array_elements(items) LOOP
    error_code := NULL;
    constraint_name := NULL;
    message := NULL;
    stored := NULL;
    BEGIN
      PERFORM journal_apply(part -> 'shape', part -> 'rows') FROM json_array_elements(item -> 'parts') AS part;
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, constraint_name = CONSTRAINT_NAME, message = MESSAGE_TEXT;
    END;
    IF error_code = '23505' THEN
      stored := journal_stored((item ->> 'customer_id')::uuid, item -> 'event_ids', item -> 'command_ids');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
