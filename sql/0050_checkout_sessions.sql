-- 0050_checkout_sessions.sql: a checkout buys a plan or a pack of credits, and ends without having been paid, too.

ALTER TABLE billing_sessions RENAME TO checkout_sessions;
ALTER TABLE checkout_sessions
  ALTER COLUMN plan DROP NOT NULL,
  ALTER COLUMN billing_interval DROP NOT NULL,
  ADD COLUMN credits int CHECK (credits > 0),
  -- the provider's own name of the session, where it has one
  ADD COLUMN provider_session_id text,
  DROP CONSTRAINT billing_sessions_status_check,
  ADD CONSTRAINT checkout_sessions_status CHECK (status IN ('open', 'complete', 'expired')),
  ADD CONSTRAINT checkout_sessions_one_thing CHECK ((plan IS NULL) <> (credits IS NULL));

-- What a node of the release before can make sense of: it knows plans only, and nothing that expires.
CREATE VIEW billing_sessions AS
  SELECT customer_id, session_id, provider, plan, billing_interval, status, created_at, completed_at
  FROM checkout_sessions WHERE plan IS NOT NULL AND status <> 'expired' AND provider = 'manual';
