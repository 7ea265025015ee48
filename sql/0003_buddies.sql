-- 0003_buddies.sql: eggs, buddies and everything one commit of a buddy writes.
-- The hot tables (events, ledger, unique_payments, commands) carry no foreign keys: their only writer is the journal, inside the
-- transaction that also advances the buddy's version, and a key lookup per row is what a commit of many buddies cannot afford.
CREATE TABLE eggs (
  customer_id uuid NOT NULL REFERENCES customers,
  egg_id uuid NOT NULL,
  user_id text NOT NULL,
  audience text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'ready', 'hatching', 'hatched', 'cancelled')),
  visual_variant int NOT NULL CHECK (visual_variant BETWEEN 0 AND 11),
  config_version_id uuid NOT NULL,
  buddy_id uuid,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, egg_id),
  FOREIGN KEY (customer_id, config_version_id) REFERENCES config_versions,
  CHECK ((status = 'hatched') = (buddy_id IS NOT NULL))
);
CREATE INDEX eggs_user ON eggs (customer_id, user_id, status);
CREATE INDEX eggs_newest ON eggs (customer_id, created_at DESC, egg_id DESC);

CREATE TABLE buddies (
  customer_id uuid NOT NULL REFERENCES customers,
  buddy_id uuid NOT NULL,
  egg_id uuid NOT NULL,
  user_id text NOT NULL,
  audience text NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  -- the fence: every change names the version it was decided on
  version bigint NOT NULL,
  coins bigint NOT NULL CHECK (coins >= 0),
  evolution_stage int NOT NULL CHECK (evolution_stage BETWEEN 1 AND 5),
  prestige_level int NOT NULL DEFAULT 0,
  -- the engine's memory of this buddy; json, not jsonb: it is written on every commit and read back whole
  state json NOT NULL,
  config_version_id uuid NOT NULL,
  visual_variant int NOT NULL,
  theme text NOT NULL,
  metadata jsonb NOT NULL,
  image_sha text,
  thumb_sha text,
  base_image_sha text,
  appearance_status text NOT NULL DEFAULT 'ready' CHECK (appearance_status IN ('ready', 'pending', 'failed', 'awaiting_credits')),
  appearance_error text,
  appearance_retry_at timestamptz,
  is_mentor boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  PRIMARY KEY (customer_id, buddy_id),
  UNIQUE (customer_id, egg_id),
  FOREIGN KEY (customer_id, config_version_id) REFERENCES config_versions
) WITH (fillfactor = 60);
CREATE INDEX buddies_user ON buddies (customer_id, user_id, audience, created_at);
CREATE INDEX buddies_newest ON buddies (customer_id, created_at DESC, buddy_id DESC);

CREATE TABLE events (
  customer_id uuid NOT NULL,
  event_id text NOT NULL,
  -- order of arrival, for cursors
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  buddy_id uuid,
  user_id text NOT NULL,
  type text NOT NULL,
  audience text NOT NULL,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  properties json NOT NULL,
  -- sha256 of what was sent, to recognise a repeated event_id with another body
  payload_hash text NOT NULL,
  mode text NOT NULL,
  config_version_id uuid,
  effects json NOT NULL,
  -- rows as [type, key, reason, detail, ledger_ids] and shorter ones: src/buddy/StoredTrace.ts
  trace json NOT NULL,
  PRIMARY KEY (customer_id, event_id)
);
CREATE INDEX events_arrival ON events (customer_id, sequence);
CREATE INDEX events_user ON events (customer_id, user_id, sequence);

CREATE TABLE ledger (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  -- coin | token:<token_key>
  unit text NOT NULL,
  -- gapless from 1 per (buddy, unit)
  seq bigint NOT NULL,
  ledger_id uuid NOT NULL,
  amount bigint NOT NULL,
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  reason text NOT NULL,
  reference_type text NOT NULL,
  reference_id text,
  rule_id uuid,
  config_version_id uuid NOT NULL,
  reverses_ledger_id uuid,
  is_lucky boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- hash = sha256(prev_hash + the row's canonical text); the first row's prev_hash is 64 zeros
  prev_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (customer_id, buddy_id, unit, seq)
);

CREATE FUNCTION ledger_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'HA002';
END $$;
CREATE TRIGGER ledger_immutable BEFORE UPDATE OR DELETE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION ledger_immutable();

CREATE TABLE buddy_badges (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  badge_key text NOT NULL,
  -- 1 for the first award, more for repeatable badges
  times int NOT NULL,
  label text NOT NULL,
  coin_reward bigint NOT NULL,
  reason text,
  awarded_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id, badge_key, times)
);

-- One row per (rule, value combination) that a `unique_by` limit has paid for: the database refuses the second payment itself.
CREATE TABLE unique_payments (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  unique_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id, rule_id, unique_key)
);

-- Every change that is not an event has a command id; a volatile message that is delivered twice meets this key.
CREATE TABLE commands (
  customer_id uuid NOT NULL,
  command_id text NOT NULL,
  buddy_id uuid NOT NULL,
  reply json NOT NULL,
  trace json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, command_id)
);
CREATE INDEX commands_age ON commands (created_at);

-- Coins a rule has paid to all buddies of the tenant in one budget period.
CREATE TABLE rule_budgets (
  customer_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  period_key text NOT NULL,
  used bigint NOT NULL,
  max_coins bigint NOT NULL,
  PRIMARY KEY (customer_id, rule_id, period_key),
  CHECK (used <= max_coins)
);

-- Accepted new events per calendar month (UTC). Slots keep commits of different runners off the same row; the sum is the usage.
CREATE TABLE event_usage (
  customer_id uuid NOT NULL,
  month text NOT NULL,
  slot int NOT NULL,
  used bigint NOT NULL,
  PRIMARY KEY (customer_id, month, slot)
);

CREATE TABLE operations (
  customer_id uuid NOT NULL REFERENCES customers,
  operation_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  payload jsonb NOT NULL DEFAULT '{}',
  progress jsonb,
  result jsonb,
  error jsonb,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (customer_id, operation_id)
);
CREATE INDEX operations_newest ON operations (customer_id, created_at DESC, operation_id DESC);
CREATE INDEX operations_open ON operations (created_at) WHERE status IN ('pending', 'processing');

-- Pictures by content hash: immutable, shared by all tenants, therefore global.
CREATE TABLE assets (
  sha256 text PRIMARY KEY,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL
);
