-- 0004_webhooks.sql: subscriptions and the outbox. A delivery row is written by the same transaction as the change it tells of,
-- one per matching endpoint, so nothing has to be fanned out later and nothing can be forgotten.
CREATE TABLE webhook_configs (
  customer_id uuid NOT NULL REFERENCES customers,
  webhook_config_id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- event names and family.* patterns
  events text[] NOT NULL,
  enabled boolean NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}',
  -- sealed (AES-256-GCM); the plain secret is shown on create and rotate only
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- set while every attempt fails; five days of that disable the endpoint
  failing_since timestamptz,
  disabled_at timestamptz,
  -- null: an endpoint of the tenant's list. Otherwise what it serves (`cause:<id>`): never listed, hears only what is sent to it by name
  owner text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, webhook_config_id)
);

CREATE UNIQUE INDEX webhook_configs_owner ON webhook_configs (customer_id, owner) WHERE owner IS NOT NULL;

CREATE TABLE webhook_deliveries (
  customer_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  webhook_config_id uuid NOT NULL,
  event text NOT NULL,
  -- text, not json: the signature covers these very bytes
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'exhausted')),
  attempts int NOT NULL DEFAULT 0,
  -- attempts made before the last replay: a replay starts the ladder of delays again, the numbering of attempts goes on
  ladder_base int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- a pump that died while sending: the row is free again after this moment
  locked_until timestamptz,
  response_status int,
  response_ms int,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (customer_id, delivery_id)
) WITH (fillfactor = 80);
-- By endpoint first: the pump asks each endpoint for its oldest due row, so that a long backlog of one hides nobody else's work.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_config_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_in_flight ON webhook_deliveries (webhook_config_id) WHERE locked_until IS NOT NULL;
CREATE INDEX webhook_deliveries_config ON webhook_deliveries (customer_id, webhook_config_id, delivery_id);

CREATE TABLE webhook_attempts (
  customer_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt int NOT NULL,
  attempted_at timestamptz NOT NULL,
  response_status int,
  response_ms int NOT NULL,
  error text,
  response_excerpt text,
  PRIMARY KEY (customer_id, delivery_id, attempt)
);

-- What the people of a tenant should know (a disabled endpoint, later more).
CREATE TABLE notifications (
  customer_id uuid NOT NULL REFERENCES customers,
  notification_id uuid NOT NULL,
  kind text NOT NULL,
  message text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  read_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, notification_id)
);

-- Hands due deliveries to a pump and leases them until p_lease_until; a pump that dies simply lets the lease run out.
-- p_endpoints names the endpoints to look at, null means all that have anything pending. Every other row of the answer (delivery_id
-- null) says when an endpoint has work next. Claims of one endpoint are serialized by its configuration row, so that the number in
-- flight is exact across all runners; an endpoint that only fails at the moment gets one attempt at a time.
-- The settings pin index scans: plans are cached, and a plan made while the table was empty would read all of it for ever.
CREATE FUNCTION claim_webhook_deliveries(
  p_endpoints uuid[], p_now timestamptz, p_lease_until timestamptz, p_endpoint_max int, p_total_max int
) RETURNS TABLE (
  webhook_config_id uuid, next_due timestamptz, customer_id uuid, delivery_id uuid, event text, body text, attempts int,
  ladder_base int, url text, headers jsonb, secret bytea, previous_secret bytea
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
          CASE WHEN config.previous_secret_expires_at > p_now THEN config.previous_secret END;
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
