-- 0026_webhook_outbox.sql: what a commit has to tell is one row per endpoint, not one per delivery. A row of webhook_deliveries with its
-- three indexes was written when a delivery fell due and again when it was over, by far the most of what an event wrote. Now a commit
-- writes what it tells into webhook_outbox, the pump sends from there, and a delivery has a row of its own from its first attempt on.
--
-- A node of the release before calls the same functions, so it sends what stands in the outbox and writes what it tells there; only its
-- lists of deliveries do not show what has not been tried yet.

-- Deliveries nobody has tried. `done_ids`: those that have been tried since, which have rows of their own; when all have, the row goes.
-- All of a row were made at nearly one moment, so their ids stand between its first and its last.
CREATE TABLE webhook_outbox (
  customer_id uuid NOT NULL,
  webhook_config_id uuid NOT NULL,
  first_id uuid NOT NULL,
  last_id uuid NOT NULL,
  -- of the first of them
  created_at timestamptz NOT NULL,
  delivery_ids uuid[] NOT NULL,
  events text[] NOT NULL,
  bodies text[] NOT NULL,
  trace_contexts text[] NOT NULL,
  created_ats timestamptz[] NOT NULL,
  done_ids uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (customer_id, webhook_config_id, first_id)
) WITH (fillfactor = 60);
-- The pump asks endpoint by endpoint, as it does of webhook_deliveries.
CREATE INDEX webhook_outbox_endpoint ON webhook_outbox (webhook_config_id, first_id);
-- Lists of an endpoint's deliveries, newest first.
CREATE INDEX webhook_outbox_newest ON webhook_outbox (customer_id, webhook_config_id, last_id);
-- Compressing what is read and gone within the second would cost more than it holds.
ALTER TABLE webhook_outbox ALTER delivery_ids SET STORAGE MAIN, ALTER done_ids SET STORAGE MAIN, ALTER events SET STORAGE EXTERNAL,
  ALTER bodies SET STORAGE EXTERNAL, ALTER trace_contexts SET STORAGE EXTERNAL, ALTER created_ats SET STORAGE EXTERNAL;

-- Each of them as the row it will be. Bodies are taken out one by one, by whoever asks for them.
CREATE VIEW webhook_waiting AS
  SELECT o.customer_id, entry.delivery_id, o.webhook_config_id, o.first_id, o.last_id, entry.event, o.bodies[entry.place] AS body,
    o.trace_contexts[entry.place] AS trace_context, entry.created_at
  FROM webhook_outbox o
  CROSS JOIN LATERAL unnest(o.delivery_ids, o.events, o.created_ats) WITH ORDINALITY AS entry (delivery_id, event, created_at, place)
  WHERE entry.delivery_id <> ALL (o.done_ids);

-- Every delivery, tried or not.
CREATE VIEW webhook_deliveries_all AS
  SELECT customer_id, delivery_id, webhook_config_id, event, body, status, attempts, ladder_base, next_attempt_at, locked_until,
    response_status, response_ms, created_at, finished_at, trace_context, response_excerpt
  FROM webhook_deliveries
  UNION ALL
  SELECT customer_id, delivery_id, webhook_config_id, event, body, 'pending', 0, 0, created_at, NULL, NULL, NULL, created_at, NULL,
    trace_context, NULL
  FROM webhook_waiting;

-- Gives what stands in the outbox for an endpoint rows of its own, for whoever has to change them.
CREATE FUNCTION webhook_outbox_expand(p_customer uuid, p_endpoint uuid) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (
    DELETE FROM webhook_outbox WHERE webhook_config_id = p_endpoint AND customer_id = p_customer RETURNING *
  )
  INSERT INTO webhook_deliveries (
    customer_id, delivery_id, webhook_config_id, event, body, trace_context, next_attempt_at, created_at)
  SELECT o.customer_id, entry.delivery_id, o.webhook_config_id, entry.event, entry.body, entry.trace_context, entry.created_at,
    entry.created_at
  FROM taken o CROSS JOIN LATERAL unnest(o.delivery_ids, o.events, o.bodies, o.trace_contexts, o.created_ats) AS entry (
    delivery_id, event, body, trace_context, created_at)
  WHERE entry.delivery_id <> ALL (o.done_ids)
$$;

-- Whether a pump has it among what it sends.
CREATE FUNCTION webhook_is_leased(p_customer uuid, p_endpoint uuid, p_delivery uuid, p_now timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM webhook_leases l
    WHERE l.webhook_config_id = p_endpoint AND l.customer_id = p_customer AND l.leased_until > p_now
      AND p_delivery = ANY (l.delivery_ids))
$$;

-- Puts deliveries into the outbox: a row per endpoint, and more than one only where it would become very large.
CREATE FUNCTION webhook_tell(
  p_customers uuid[], p_endpoints uuid[], p_deliveries uuid[], p_events text[], p_bodies text[], p_trace_contexts text[],
  p_created_ats timestamptz[]
) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
BEGIN
  INSERT INTO webhook_outbox (
    customer_id, webhook_config_id, first_id, last_id, created_at, delivery_ids, events, bodies, trace_contexts, created_ats)
  SELECT customer_id, webhook_config_id, min(delivery_id::text)::uuid, max(delivery_id::text)::uuid, min(created_at),
    array_agg(delivery_id), array_agg(event), array_agg(body), array_agg(trace_context), array_agg(created_at)
  FROM (SELECT
    unnest(p_customers) AS customer_id, unnest(p_endpoints) AS webhook_config_id, unnest(p_deliveries) AS delivery_id,
    unnest(p_events) AS event, unnest(p_bodies) AS body, unnest(p_trace_contexts) AS trace_context,
    unnest(p_created_ats) AS created_at, generate_series(0, cardinality(p_deliveries) - 1) / 256 AS part
  ) AS told
  GROUP BY part, customer_id, webhook_config_id;
END $$;

-- As before, but for the deliveries.
CREATE OR REPLACE FUNCTION journal_commit_rows(
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
    PERFORM webhook_tell(deliveries_customer_id, deliveries_webhook_config_id, deliveries_delivery_id, deliveries_event,
      deliveries_body, deliveries_trace_context, deliveries_created_at);
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

-- As before, but of the outbox too: in the order in which they fell due, and a row whose deliveries are all under way is not opened.
CREATE OR REPLACE FUNCTION lease_webhook_deliveries(
  p_pump uuid, p_endpoints uuid[], p_windows jsonb, p_now timestamptz, p_until timestamptz, p_places int, p_total_max int
) RETURNS TABLE (
  webhook_config_id uuid, next_due timestamptz, customer_id uuid, places int, url text, headers jsonb, sealed_headers bytea,
  secret bytea, previous_secret bytea, delivery_ids uuid[], events text[], bodies text[], attempts int[], ladder_bases int[],
  trace_contexts text[]
) LANGUAGE plpgsql SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  candidate record;
  config webhook_configs;
  others record;
  held uuid[];
  room int;
  total_left int := p_total_max;
  served uuid[] := '{}';
BEGIN
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
    ), fresh AS (
      (SELECT o.webhook_config_id, o.customer_id, o.created_at FROM webhook_outbox o
       WHERE p_endpoints IS NULL ORDER BY o.webhook_config_id, o.first_id LIMIT 1)
      UNION ALL
      SELECT later.* FROM fresh CROSS JOIN LATERAL (
        SELECT o.webhook_config_id, o.customer_id, o.created_at FROM webhook_outbox o
        WHERE o.webhook_config_id > fresh.webhook_config_id ORDER BY o.webhook_config_id, o.first_id LIMIT 1) later
    )
    SELECT found.webhook_config_id, found.customer_id, min(found.next_attempt_at) AS next_attempt_at FROM (
      SELECT * FROM pending
      UNION ALL
      SELECT * FROM fresh
      UNION ALL
      SELECT first_due.* FROM unnest(p_endpoints) AS named (id) CROSS JOIN LATERAL (
        SELECT d.webhook_config_id, d.customer_id, d.next_attempt_at FROM webhook_deliveries d
        WHERE d.webhook_config_id = named.id AND d.next_attempt_at IS NOT NULL
        ORDER BY d.webhook_config_id, d.next_attempt_at LIMIT 1) first_due
      UNION ALL
      SELECT first_fresh.* FROM unnest(p_endpoints) AS named (id) CROSS JOIN LATERAL (
        SELECT o.webhook_config_id, o.customer_id, o.created_at FROM webhook_outbox o
        WHERE o.webhook_config_id = named.id ORDER BY o.webhook_config_id, o.first_id LIMIT 1) first_fresh
    ) found GROUP BY 1, 2 ORDER BY 3
  LOOP
    webhook_config_id := candidate.webhook_config_id;
    next_due := candidate.next_attempt_at;
    delivery_ids := NULL;
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
        PERFORM webhook_outbox_expand(candidate.customer_id, candidate.webhook_config_id);
        UPDATE webhook_deliveries d
        SET status = 'exhausted', next_attempt_at = NULL, locked_until = NULL, finished_at = p_now
        WHERE d.webhook_config_id = candidate.webhook_config_id AND d.next_attempt_at IS NOT NULL
          AND (d.locked_until IS NULL OR d.locked_until <= p_now);
      END IF;
      CONTINUE;
    END IF;
    CONTINUE WHEN NOT config.enabled;

    held := coalesce((p_windows -> config.webhook_config_id::text ->> 1)::uuid[], '{}');
    room := coalesce((p_windows -> config.webhook_config_id::text ->> 0)::int, p_places);
    places := CASE WHEN config.failing_since IS NULL THEN p_places ELSE 1 END;
    SELECT * INTO others FROM webhook_work_of_others(config.webhook_config_id, p_pump, p_now);
    IF config.failing_since IS NOT NULL OR others.delivery_ids <> '{}' THEN
      room := LEAST(room, places - cardinality(held) - cardinality(others.delivery_ids));
    END IF;
    room := LEAST(room, total_left);
    IF room <= 0 THEN
      RETURN NEXT;
      CONTINUE;
    END IF;

    SELECT array_agg(picked.delivery_id), array_agg(picked.event), array_agg(picked.body), array_agg(picked.attempts),
      array_agg(picked.ladder_base), array_agg(picked.trace_context)
    INTO delivery_ids, events, bodies, attempts, ladder_bases, trace_contexts
    FROM (
      SELECT * FROM (
        (SELECT d.delivery_id, d.event, d.body, d.attempts, d.ladder_base, d.trace_context, d.next_attempt_at
         FROM webhook_deliveries d
         WHERE d.webhook_config_id = config.webhook_config_id AND d.next_attempt_at <= p_now
           AND d.delivery_id NOT IN (SELECT unnest(held || others.delivery_ids))
         ORDER BY d.next_attempt_at LIMIT room)
        UNION ALL
        (SELECT entry.delivery_id, entry.event, entry.body, 0, 0, entry.trace_context, entry.created_at
         FROM webhook_outbox o
         CROSS JOIN LATERAL (
           SELECT array_agg(i.place) AS places FROM unnest(o.delivery_ids) WITH ORDINALITY AS i (delivery_id, place)
           WHERE i.delivery_id <> ALL (o.done_ids) AND i.delivery_id NOT IN (SELECT unnest(held || others.delivery_ids))) AS free
         CROSS JOIN LATERAL (
           SELECT * FROM unnest(o.delivery_ids, o.events, o.bodies, o.trace_contexts, o.created_ats) WITH ORDINALITY
             AS e (delivery_id, event, body, trace_context, created_at, place)
           WHERE e.place = ANY (free.places)) AS entry
         WHERE o.webhook_config_id = config.webhook_config_id AND o.created_at <= p_now AND free.places IS NOT NULL
         ORDER BY o.first_id LIMIT room)
      ) AS due ORDER BY due.next_attempt_at LIMIT room) picked;
    IF delivery_ids IS NOT NULL THEN
      INSERT INTO webhook_leases AS l (customer_id, webhook_config_id, pump_id, delivery_ids, leased_until)
      VALUES (config.customer_id, config.webhook_config_id, p_pump, held || delivery_ids, p_until)
      ON CONFLICT (customer_id, webhook_config_id, pump_id) DO UPDATE
      SET delivery_ids = excluded.delivery_ids, leased_until = excluded.leased_until;
      served := served || config.webhook_config_id;
      total_left := total_left - cardinality(delivery_ids);
    END IF;

    IF delivery_ids IS NULL OR cardinality(delivery_ids) < room THEN
      SELECT min(d.next_attempt_at) INTO next_due FROM webhook_deliveries d
      WHERE d.webhook_config_id = config.webhook_config_id AND d.next_attempt_at > p_now;
      next_due := LEAST(next_due, others.earliest_end, (
        SELECT min(o.created_at) FROM webhook_outbox o
        WHERE o.webhook_config_id = config.webhook_config_id AND o.created_at > p_now));
    END IF;
    customer_id := config.customer_id;
    url := config.url;
    headers := config.headers;
    sealed_headers := config.sealed_headers;
    secret := config.secret;
    previous_secret := CASE WHEN config.previous_secret_expires_at > p_now THEN config.previous_secret END;
    RETURN NEXT;
  END LOOP;

  -- Where nothing was added, what has ended meanwhile is given up.
  UPDATE webhook_leases l SET delivery_ids = (window_of.state ->> 1)::uuid[], leased_until = p_until
  FROM jsonb_each(p_windows) AS window_of (endpoint, state)
  WHERE l.webhook_config_id = window_of.endpoint::uuid AND l.pump_id = p_pump AND l.webhook_config_id <> ALL (served)
    AND l.delivery_ids <> (window_of.state ->> 1)::uuid[];
  IF p_endpoints IS NULL THEN
    DELETE FROM webhook_leases l WHERE l.leased_until < p_now - interval '1 hour';
  END IF;
END $$;

-- As before, but what was sent from the outbox gets its row. The settings are those of before.
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
