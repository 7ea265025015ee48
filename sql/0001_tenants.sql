-- 0001_tenants.sql: customers (tenants), the people who sign in for them, and every kind of credential.
-- Times come from the service's clock, never from DEFAULT now(): a test that moves the clock must own every timestamp.
CREATE TABLE customers (
  customer_id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  plan text NOT NULL CHECK (plan IN ('free', 'growth', 'pro', 'enterprise')),
  settings jsonb NOT NULL DEFAULT '{}',
  audiences jsonb NOT NULL DEFAULT '[]',
  disabled_capabilities text[] NOT NULL DEFAULT '{}',
  active_config_version_id uuid,
  -- seeds every random draw of this tenant (pools, drops): HMAC key, never leaves the service
  draw_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE accounts (
  customer_id uuid NOT NULL REFERENCES customers,
  account_id uuid NOT NULL,
  email text NOT NULL,
  name text,
  password_hash text NOT NULL,
  email_verified_at timestamptz,
  -- part of every dashboard token; raised to revoke all of them at once
  token_epoch int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, account_id)
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE UNIQUE INDEX accounts_id ON accounts (account_id);

-- Password reset and e-mail verification. Only a hash is kept: a dump of this table opens nothing.
CREATE TABLE one_time_tokens (
  token_hash bytea PRIMARY KEY,
  customer_id uuid NOT NULL,
  account_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('password_reset', 'email_verification')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (customer_id, account_id) REFERENCES accounts
);

CREATE TABLE api_keys (
  customer_id uuid NOT NULL REFERENCES customers,
  api_key_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('secret', 'publishable')),
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  label text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  last4 text NOT NULL,
  -- publishable keys only
  permissions text[] NOT NULL DEFAULT '{}',
  allowed_origins text[],
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (customer_id, api_key_id)
);

CREATE TABLE widget_tokens (
  customer_id uuid NOT NULL REFERENCES customers,
  session_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('session', 'embed')),
  buddy_id uuid NOT NULL,
  user_id text NOT NULL,
  widget text,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  first_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (customer_id, session_id)
);
CREATE INDEX widget_tokens_buddy ON widget_tokens (customer_id, buddy_id);

-- Keys of the service itself (signing of tokens, sealing of secrets at rest); global, a ring by purpose.
CREATE TABLE service_keys (
  key_id text PRIMARY KEY,
  purpose text NOT NULL,
  material bytea NOT NULL,
  created_at timestamptz NOT NULL,
  retired_at timestamptz
);

-- Who did what through the dashboard.
CREATE TABLE audit_log (
  customer_id uuid NOT NULL REFERENCES customers,
  audit_id uuid NOT NULL,
  account_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status int NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, audit_id)
);

CREATE TABLE billing_sessions (
  customer_id uuid NOT NULL REFERENCES customers,
  session_id uuid NOT NULL,
  provider text NOT NULL,
  plan text NOT NULL,
  billing_interval text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'complete')),
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (customer_id, session_id)
);

-- Mails kept instead of sent when no SMTP server is configured; global, development only.
CREATE TABLE mails (
  mail_id uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  token text,
  created_at timestamptz NOT NULL
);

-- One row per (customer, Idempotency-Key). The row is inserted first inside the request's own transaction, so a second request with
-- the same key blocks on the unique index until the first one commits (then it replays) or rolls back (then it runs).
CREATE TABLE idempotency_keys (
  customer_id uuid NOT NULL REFERENCES customers,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash bytea NOT NULL,
  status int,
  content_type text,
  body text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
