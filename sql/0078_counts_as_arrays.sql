-- 0078_counts_as_arrays.sql: what campaigns count for an event cost Postgres more than the event itself, because it came as JSON: read five
-- times over, and planned anew for each flush. Scores, tickets, totals and their fences are arrays now, as events and the ledger are.
-- And events are counted by type out of a few sums the flush brings: the trigger that did it copied every event whole to count it.
--
-- Nodes of the release before go on calling journal_commit_rows and journal_flush, which count their events themselves from here on.

-- As with JSON: holds what a commit counts for until its end. HA004: one of them is closed, or unknown.
CREATE FUNCTION campaign_fence(customer_ids uuid[], subject_ids uuid[]) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off SET lock_timeout = '1s'
AS $$
DECLARE
  closed uuid;
BEGIN
  -- In one order, so that no two commits wait for each other. OFFSET keeps the order below the calls.
  PERFORM pg_advisory_xact_lock_shared(key) FROM (
    SELECT DISTINCT campaign_lock(customer_id, subject_id) AS key
    FROM unnest(customer_ids, subject_ids) AS r (customer_id, subject_id) ORDER BY 1 OFFSET 0) AS locks;
  SELECT r.subject_id INTO closed FROM unnest(customer_ids, subject_ids) AS r (customer_id, subject_id)
  WHERE NOT EXISTS (SELECT FROM campaign_subjects AS s
    WHERE s.customer_id = r.customer_id AND s.subject_id = r.subject_id AND s.is_open) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the subject % is closed', closed USING ERRCODE = 'HA004';
  END IF;
END $$;

-- As with JSON. Of a flush, under its settings.
CREATE FUNCTION campaign_fold_scores(
  customer_ids uuid[], buddy_ids uuid[], subject_ids uuid[], period_keys text[], amounts bigint[], folds text[],
  counted_ats timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO campaign_scores AS s (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
  SELECT customer_id, subject_id, period_key, buddy_id, amount, counted_at, counted_at
  FROM (SELECT unnest(customer_ids) AS customer_id, unnest(subject_ids) AS subject_id, unnest(period_keys) AS period_key,
    unnest(buddy_ids) AS buddy_id, unnest(amounts) AS amount, unnest(folds) AS fold, unnest(counted_ats) AS counted_at) AS r
  WHERE fold = 'add'
  ON CONFLICT (customer_id, subject_id, period_key, buddy_id) DO UPDATE SET
    score = s.score + excluded.score,
    reached_at = CASE WHEN excluded.score > 0 THEN excluded.reached_at ELSE s.reached_at END;
  -- Nearly all add up; the others are only looked for when there are any.
  IF 'add' = ALL (folds) THEN RETURN; END IF;
  INSERT INTO campaign_scores AS s (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
  SELECT customer_id, subject_id, period_key, buddy_id, amount, counted_at, counted_at
  FROM unnest(customer_ids, subject_ids, period_keys, buddy_ids, amounts, folds, counted_ats) AS r (
    customer_id, subject_id, period_key, buddy_id, amount, fold, counted_at)
  WHERE fold = 'max'
  ON CONFLICT (customer_id, subject_id, period_key, buddy_id) DO UPDATE SET
    score = excluded.score, reached_at = excluded.reached_at
  WHERE excluded.score > s.score;
  INSERT INTO campaign_scores AS s (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
  SELECT customer_id, subject_id, period_key, buddy_id, amount, counted_at, counted_at
  FROM unnest(customer_ids, subject_ids, period_keys, buddy_ids, amounts, folds, counted_ats) AS r (
    customer_id, subject_id, period_key, buddy_id, amount, fold, counted_at)
  WHERE fold = 'last'
  ON CONFLICT (customer_id, subject_id, period_key, buddy_id) DO UPDATE SET
    score = excluded.score,
    reached_at = CASE WHEN excluded.score > s.score THEN excluded.reached_at ELSE s.reached_at END;
END $$;

-- As with JSON. Of a flush, under its settings.
CREATE FUNCTION lottery_count_tickets(
  customer_ids uuid[], buddy_ids uuid[], draw_ids uuid[], entry_ids uuid[], ticket_counts int[], counted_ats timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lottery_entries AS e (customer_id, draw_id, entry_id, buddy_id, tickets, first_at, last_at)
  SELECT customer_id, draw_id, entry_id, buddy_id, sum(tickets), min(counted_at), max(counted_at)
  FROM (SELECT unnest(customer_ids) AS customer_id, unnest(draw_ids) AS draw_id, unnest(entry_ids) AS entry_id,
    unnest(buddy_ids) AS buddy_id, unnest(ticket_counts) AS tickets, unnest(counted_ats) AS counted_at) AS r
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3
  ON CONFLICT (customer_id, draw_id, entry_id) DO UPDATE SET
    tickets = e.tickets + excluded.tickets, last_at = excluded.last_at;
END $$;

-- The statement of a flush: kinds that are in many of them column by column, null: none of them; `rare` as before. What many buddies
-- share comes last, and in the order in which journal_write_each takes it.
CREATE FUNCTION journal_write(
  states_customer_id uuid[], states_buddy_id uuid[], states_version bigint[], states_coins bigint[], states_evolution_stage int[],
  states_prestige_level int[], states_state text[], states_streaks_look_at timestamptz[], states_updated_at timestamptz[],
  states_ledger_head text[],
  fences_customer_id uuid[], fences_subject_id uuid[],
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
  scores_customer_id uuid[], scores_buddy_id uuid[], scores_subject_id uuid[], scores_period_key text[], scores_amount bigint[],
  scores_fold text[], scores_counted_at timestamptz[],
  tickets_customer_id uuid[], tickets_buddy_id uuid[], tickets_draw_id uuid[], tickets_entry_id uuid[], tickets_tickets int[],
  tickets_counted_at timestamptz[],
  totals_customer_id uuid[], totals_subject_id uuid[], totals_bucket text[], totals_slot int[], totals_amount bigint[],
  usage_customer_id uuid[], usage_month text[], usage_slot int[], usage_used bigint[],
  types_customer_id uuid[], types_type text[], types_slot int[], types_events bigint[],
  rare json
) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  advanced int;
BEGIN
  IF states_version IS NOT NULL THEN
    UPDATE buddy_states AS b SET
      version = b.version + 1, coins = c.coins, evolution_stage = c.evolution_stage, prestige_level = c.prestige_level,
      state = c.state, streaks_look_at = c.streaks_look_at, updated_at = c.updated_at,
      ledger_head = coalesce(c.ledger_head, b.ledger_head)
    FROM (SELECT
      unnest(states_customer_id) AS customer_id, unnest(states_buddy_id) AS buddy_id, unnest(states_version) AS version,
      unnest(states_coins) AS coins, unnest(states_evolution_stage) AS evolution_stage,
      unnest(states_prestige_level) AS prestige_level, unnest(states_state)::json AS state,
      unnest(states_streaks_look_at) AS streaks_look_at, unnest(states_updated_at) AS updated_at,
      unnest(states_ledger_head)::json AS ledger_head
    ) AS c
    WHERE b.customer_id = c.customer_id AND b.buddy_id = c.buddy_id AND b.version = c.version;
    GET DIAGNOSTICS advanced = ROW_COUNT;
    IF advanced <> cardinality(states_version) THEN
      RAISE EXCEPTION 'a buddy has moved on since the change was decided' USING ERRCODE = 'HA003';
    END IF;
  END IF;
  IF fences_subject_id IS NOT NULL THEN
    PERFORM campaign_fence(fences_customer_id, fences_subject_id);
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
    PERFORM webhook_tell(deliveries_customer_id, deliveries_webhook_config_id, deliveries_delivery_id, deliveries_event,
      deliveries_body, deliveries_trace_context, deliveries_created_at);
  END IF;
  IF deltas_body IS NOT NULL THEN
    INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
    SELECT unnest(deltas_customer_id), unnest(deltas_delta_id), unnest(deltas_body)::json, unnest(deltas_created_at);
  END IF;
  IF scores_amount IS NOT NULL THEN
    PERFORM campaign_fold_scores(scores_customer_id, scores_buddy_id, scores_subject_id, scores_period_key, scores_amount,
      scores_fold, scores_counted_at);
  END IF;
  IF tickets_tickets IS NOT NULL THEN
    PERFORM lottery_count_tickets(tickets_customer_id, tickets_buddy_id, tickets_draw_id, tickets_entry_id, tickets_tickets,
      tickets_counted_at);
  END IF;
  IF totals_amount IS NOT NULL THEN
    INSERT INTO campaign_totals AS t (customer_id, subject_id, bucket, slot, amount)
    SELECT customer_id, subject_id, bucket, slot, amount
    FROM (SELECT unnest(totals_customer_id) AS customer_id, unnest(totals_subject_id) AS subject_id,
      unnest(totals_bucket) AS bucket, unnest(totals_slot) AS slot, unnest(totals_amount) AS amount) AS c
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (customer_id, subject_id, bucket, slot) DO UPDATE SET amount = t.amount + excluded.amount, is_new = true;
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
  IF types_events IS NOT NULL THEN
    INSERT INTO event_type_counts AS c (customer_id, type, slot, events)
    SELECT customer_id, type, slot, events
    FROM (SELECT unnest(types_customer_id) AS customer_id, unnest(types_type) AS type, unnest(types_slot) AS slot,
      unnest(types_events) AS events) AS t
    ORDER BY 1, 2, 3
    ON CONFLICT (customer_id, type, slot) DO UPDATE SET events = c.events + excluded.events;
  END IF;
END $$;

-- As journal_commit_rows_each before, for items that bring the sums of their types themselves.
CREATE FUNCTION journal_write_each(items json, shared json)
RETURNS TABLE (error_code text, constraint_name text, message text, stored json) LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  item json;
  is_stuck boolean := false;
BEGIN
  PERFORM journal_apply(part -> 'shape', part -> 'rows', only_locks => true) FROM json_array_elements(shared) AS part;
  FOR item IN SELECT value FROM json_array_elements(items) LOOP
    error_code := NULL;
    constraint_name := NULL;
    message := NULL;
    stored := NULL;
    BEGIN
      IF is_stuck AND item::text LIKE '%"campaign_fence"%' THEN
        RAISE EXCEPTION 'another change of this flush waited for a fence in vain' USING ERRCODE = '55P03';
      END IF;
      PERFORM journal_apply(part -> 'shape', part -> 'rows') FROM json_array_elements(item -> 'parts') AS part;
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, constraint_name = CONSTRAINT_NAME, message = MESSAGE_TEXT;
    END;
    is_stuck := is_stuck OR coalesce(error_code = '55P03', false);
    IF error_code = '23505' THEN
      stored := journal_stored((item ->> 'customer_id')::uuid, item -> 'event_ids', item -> 'command_ids');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- From here on: for nodes of the release before, whose events nobody else counts.
DROP TRIGGER events_counted ON events;
DROP FUNCTION count_event_types();
CREATE FUNCTION count_event_types(customer_ids uuid[], types text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event_type_counts AS c (customer_id, type, slot, events)
  SELECT customer_id, type, pg_backend_pid() % 16, count(*) FROM unnest(customer_ids, types) AS added (customer_id, type)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (customer_id, type, slot) DO UPDATE SET events = c.events + excluded.events
$$;

CREATE OR REPLACE FUNCTION journal_commit_rows_each(items json, shared json)
RETURNS TABLE (error_code text, constraint_name text, message text, stored json) LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  item json;
  is_stuck boolean := false;
BEGIN
  PERFORM journal_apply(part -> 'shape', part -> 'rows', only_locks => true) FROM json_array_elements(shared) AS part;
  FOR item IN SELECT value FROM json_array_elements(items) LOOP
    error_code := NULL;
    constraint_name := NULL;
    message := NULL;
    stored := NULL;
    BEGIN
      IF is_stuck AND item::text LIKE '%"campaign_fence"%' THEN
        RAISE EXCEPTION 'another change of this flush waited for a fence in vain' USING ERRCODE = '55P03';
      END IF;
      PERFORM journal_apply(part -> 'shape', part -> 'rows') FROM json_array_elements(item -> 'parts') AS part;
      PERFORM count_event_types(array_agg((e ->> 'customer_id')::uuid), array_agg(e ->> 'type'))
      FROM json_array_elements(item -> 'parts') AS part, json_array_elements(part -> 'rows') AS e
      WHERE part -> 'shape' ->> 'table' = 'events' HAVING count(*) > 0;
    EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS error_code = RETURNED_SQLSTATE, constraint_name = CONSTRAINT_NAME, message = MESSAGE_TEXT;
    END;
    is_stuck := is_stuck OR coalesce(error_code = '55P03', false);
    IF error_code = '23505' THEN
      stored := journal_stored((item ->> 'customer_id')::uuid, item -> 'event_ids', item -> 'command_ids');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- Of both statements of a flush only what they do once the events are written changes.
DO $$
DECLARE
  stands text;
  counts text;
BEGIN
  FOR stands IN
    SELECT pg_get_functiondef(oid) FROM pg_proc
    WHERE proname IN ('journal_commit_rows', 'journal_flush') AND prosrc LIKE '%INSERT INTO events%'
  LOOP
    counts := replace(stands, '  IF ledger_seq IS NOT NULL THEN',
      '  IF events_event_id IS NOT NULL THEN PERFORM count_event_types(events_customer_id, events_type); END IF;
  IF ledger_seq IS NOT NULL THEN');
    IF counts = stands THEN
      RAISE EXCEPTION 'a statement of the release before is not the one that was expected';
    END IF;
    EXECUTE counts;
  END LOOP;
END $$;
