-- 0007_dead_letters.sql: requests that can never be carried out, and what the sweeps of old rows need.
-- A row per event or command whose decision broke or whose change Postgres refuses for good. It is written beside the journal, which
-- cannot take it, and holds what sending it again needs.
CREATE TABLE dead_letters (
  customer_id uuid NOT NULL REFERENCES customers,
  dead_letter_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('event', 'command')),
  -- event_id or command_id: what the sender repeats
  identity text NOT NULL,
  -- null: an event that nobody receives
  buddy_id uuid,
  -- of events, so that the rows of a user can be found
  user_id text,
  -- of events: another body under the same id is another attempt at it
  payload_hash text,
  -- the request as JSON in UTF-8; bytes, because a text that Postgres refuses must be storable here
  payload bytea NOT NULL,
  sqlstate text,
  error text NOT NULL,
  attempts int NOT NULL,
  -- open: waits for an operator; retrying: an operator wants it sent again; the others are settled
  state text NOT NULL CHECK (state IN ('open', 'retrying', 'resolved', 'discarded')),
  -- how it was settled, or what the newest retry came to
  outcome text,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (customer_id, dead_letter_id),
  UNIQUE (customer_id, kind, identity)
);
-- Operators name a row by its id alone.
CREATE UNIQUE INDEX dead_letters_id ON dead_letters (dead_letter_id);
CREATE INDEX dead_letters_state ON dead_letters (state, last_seen_at);
CREATE INDEX dead_letters_age ON dead_letters (last_seen_at);

-- A key may be used again when its stored answer has expired, and then it names another change: counts those uses.
ALTER TABLE idempotency_keys ADD COLUMN generation int NOT NULL DEFAULT 0;

-- Every row of a tenant is found under its tenant; the hash alone is what the holder of a token brings.
ALTER TABLE one_time_tokens DROP CONSTRAINT one_time_tokens_pkey, ADD PRIMARY KEY (customer_id, token_hash);
CREATE UNIQUE INDEX one_time_tokens_hash ON one_time_tokens (token_hash);

-- What the sweeps look for. The tables of the ingest path get none: theirs is found through ids, which grow with time.
CREATE INDEX one_time_tokens_age ON one_time_tokens (expires_at);
CREATE INDEX widget_tokens_age ON widget_tokens (expires_at);

-- Rows enter it only when a delivery is given up, so the pump pays nothing for it otherwise.
CREATE INDEX webhook_deliveries_exhausted ON webhook_deliveries (customer_id, webhook_config_id, delivery_id)
  WHERE status = 'exhausted';
