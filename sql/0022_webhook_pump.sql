-- 0022_webhook_pump.sql: the pump works in batches, and a delivery that succeeds is one row, written twice: when it is due, and when
-- it is over.

-- What a pump has taken upon itself: one row per endpoint it works for, instead of a mark in each delivery, whose every index paid for
-- it. A pump that dies lets its leases run out. Not logged: leases that a crash of the database forgets are deliveries sent twice,
-- which receivers expect.
CREATE UNLOGGED TABLE webhook_leases (
  customer_id uuid NOT NULL,
  webhook_config_id uuid NOT NULL,
  pump_id uuid NOT NULL,
  delivery_ids uuid[] NOT NULL,
  leased_until timestamptz NOT NULL,
  PRIMARY KEY (customer_id, webhook_config_id, pump_id)
) WITH (fillfactor = 20);
-- Claims ask by endpoint, whose id is nobody else's.
CREATE INDEX webhook_leases_endpoint ON webhook_leases (webhook_config_id, pump_id);
-- A full row is rewritten in its page some dozens of times a second; compressing it would cost more than it holds.
ALTER TABLE webhook_leases ALTER COLUMN delivery_ids SET STORAGE PLAIN;

-- An attempt that succeeded is told by its delivery, which ends with it; set by it alone, so null also says that an older release
-- wrote the attempt down. All other attempts have rows of their own.
ALTER TABLE webhook_deliveries ADD COLUMN response_excerpt text;
ALTER TABLE webhook_attempts RENAME TO webhook_past_attempts;
ALTER INDEX webhook_attempts_pkey RENAME TO webhook_past_attempts_pkey;

CREATE VIEW webhook_attempts AS
  SELECT customer_id, delivery_id, attempt, attempted_at, response_status, response_ms, error, response_excerpt
  FROM webhook_past_attempts
  UNION ALL
  SELECT customer_id, delivery_id, attempts, finished_at - make_interval(secs => response_ms / 1000.0), response_status, response_ms,
    NULL, response_excerpt
  FROM webhook_deliveries WHERE status = 'delivered' AND response_excerpt IS NOT NULL;

-- The sweep of an older release deletes by the view; what a delivery tells goes with the delivery.
CREATE FUNCTION webhook_attempts_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_past_attempts
  WHERE customer_id = OLD.customer_id AND delivery_id = OLD.delivery_id AND attempt = OLD.attempt;
  RETURN OLD;
END $$;
CREATE TRIGGER webhook_attempts_delete INSTEAD OF DELETE ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION webhook_attempts_delete();

-- Whoever sends a delivered one again, in whatever release, ends what the delivery could tell of the attempt.
CREATE FUNCTION webhook_delivery_reopened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_past_attempts
    (customer_id, delivery_id, attempt, attempted_at, response_status, response_ms, response_excerpt)
  VALUES (OLD.customer_id, OLD.delivery_id, OLD.attempts, OLD.finished_at - make_interval(secs => OLD.response_ms / 1000.0),
    OLD.response_status, OLD.response_ms, OLD.response_excerpt);
  NEW.response_excerpt := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_delivery_reopened BEFORE UPDATE OF status ON webhook_deliveries
  FOR EACH ROW WHEN (OLD.status = 'delivered' AND NEW.status <> 'delivered' AND OLD.response_excerpt IS NOT NULL)
  EXECUTE FUNCTION webhook_delivery_reopened();

-- What somebody else than p_pump has under way at an endpoint: pumps by their leases, those of older releases by marks in deliveries.
CREATE FUNCTION webhook_work_of_others(p_endpoint uuid, p_pump uuid, p_now timestamptz)
RETURNS TABLE (delivery_ids uuid[], earliest_end timestamptz) LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(delivery_id), '{}'), min(taken_until)
  FROM (
    SELECT unnest(l.delivery_ids) AS delivery_id, l.leased_until AS taken_until FROM webhook_leases l
    WHERE l.webhook_config_id = p_endpoint AND l.pump_id IS DISTINCT FROM p_pump AND l.leased_until > p_now
    UNION ALL
    SELECT d.delivery_id, d.locked_until FROM webhook_deliveries d
    WHERE d.webhook_config_id = p_endpoint AND d.locked_until > p_now
  ) taken
$$;

-- While it is, nobody else queues the delivery.
CREATE FUNCTION webhook_is_being_sent(p_delivery webhook_deliveries, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(p_delivery.locked_until > p_now, false) OR (p_delivery.next_attempt_at <= p_now AND EXISTS (
    SELECT FROM webhook_leases l
    WHERE l.webhook_config_id = p_delivery.webhook_config_id AND l.customer_id = p_delivery.customer_id AND l.leased_until > p_now
      AND p_delivery.delivery_id = ANY (l.delivery_ids)))
$$;

-- Hands due deliveries to a pump until p_until. p_endpoints names the endpoints to look at, null means all that have anything pending.
-- p_windows: by endpoint what the pump has under way there and how many more it wants, [wanted, "{delivery ids}"]; of others it wants
-- p_places. Answers a row per endpoint with work: what it needs to send and the deliveries, column by column, and when there is more
-- to do (next_due; null: nothing is known of).
--
-- Claims of one endpoint are serialized by its configuration row. A pump that has the endpoint to itself may take what it wants ahead,
-- sending p_places at a time; where others work too, no more than p_places are taken by all of them together, so that over all runners
-- no more than that are ever sent at once. An endpoint that only fails at the moment gets one at a time.
-- The settings pin index scans: plans are cached, and a plan made while the table was empty would read all of it for ever.
CREATE FUNCTION lease_webhook_deliveries(
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
      SELECT d.delivery_id, d.event, d.body, d.attempts, d.ladder_base, d.trace_context FROM webhook_deliveries d
      WHERE d.webhook_config_id = config.webhook_config_id AND d.next_attempt_at <= p_now
        AND d.delivery_id <> ALL (held) AND d.delivery_id <> ALL (others.delivery_ids)
      ORDER BY d.next_attempt_at LIMIT room) picked;
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
      next_due := LEAST(next_due, others.earliest_end);
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

-- Results of attempts, all or nothing: deliveries, attempts that did not succeed, the health of endpoints and the notification of a
-- disabled one. Answers a row per endpoint it disabled. A result of an attempt that somebody else has made meanwhile touches nothing.
-- p_failing_days: for how long an endpoint may fail. A result that a crash of the database forgets is a delivery sent twice.
CREATE FUNCTION conclude_webhook_attempts(
  p_customers uuid[], p_deliveries uuid[], p_endpoints uuid[], p_attempts int[], p_statuses text[], p_finished_at timestamptz[],
  p_next_attempts_at timestamptz[], p_response_statuses int[], p_response_ms int[], p_errors text[], p_response_excerpts text[],
  p_notifications uuid[], p_failing_days int
) RETURNS TABLE (customer_id uuid) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  RETURN QUERY
    WITH given AS (
      SELECT * FROM unnest(p_customers, p_deliveries, p_endpoints, p_attempts, p_statuses, p_finished_at, p_next_attempts_at,
        p_response_statuses, p_response_ms, p_errors, p_response_excerpts, p_notifications) AS result (
        customer_id, delivery_id, webhook_config_id, attempt, status, finished_at, next_attempt_at,
        response_status, response_ms, error, response_excerpt, notification_id)
    ), finished AS (
      UPDATE webhook_deliveries delivery
      SET status = given.status, attempts = given.attempt, next_attempt_at = given.next_attempt_at,
        locked_until = NULL, response_status = given.response_status, response_ms = given.response_ms,
        finished_at = CASE WHEN given.status = 'failed' THEN NULL ELSE given.finished_at END,
        response_excerpt = CASE WHEN given.status = 'delivered' THEN given.response_excerpt END
      FROM given
      WHERE delivery.customer_id = given.customer_id AND delivery.delivery_id = given.delivery_id
        AND delivery.attempts = given.attempt - 1
      RETURNING given.*
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

-- Both functions of the release before as they were, but the claims spare what pumps of this one have under way, and the results go
-- where attempts are kept now.
CREATE OR REPLACE FUNCTION claim_webhook_deliveries(
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
  others record;
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

    SELECT * INTO others FROM webhook_work_of_others(config.webhook_config_id, NULL, p_now);
    room := LEAST(total_left,
      CASE WHEN config.failing_since IS NULL THEN p_endpoint_max ELSE 1 END - cardinality(others.delivery_ids));
    IF room > 0 THEN
      RETURN QUERY
        WITH picked AS (
          SELECT d.customer_id, d.delivery_id FROM webhook_deliveries d
          WHERE d.webhook_config_id = config.webhook_config_id AND d.next_attempt_at <= p_now
            AND d.delivery_id <> ALL (others.delivery_ids)
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

CREATE OR REPLACE FUNCTION finish_webhook_deliveries(p_results jsonb, p_failing_days int) RETURNS TABLE (customer_id uuid)
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
      INSERT INTO webhook_past_attempts
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
