-- 0065_sso.sql: people of a workspace sign in at its own identity provider. What a login needs until it comes back is
-- kept here and not in a process: it may come back to another node, and it may come back once.

CREATE TABLE sso_connections (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  -- as the provider writes it, which is what its tokens say
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_client_secret bytea,
  token_auth text NOT NULL CHECK (token_auth IN ('client_secret_basic', 'client_secret_post', 'none')),
  scopes text[] NOT NULL,
  jit_enabled boolean NOT NULL,
  jit_role text NOT NULL CHECK (jit_role IN ('member', 'admin')),
  -- {claim, owner, admin}
  role_claim jsonb,
  enforced boolean NOT NULL,
  -- a code, never what the provider wrote
  last_error text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((token_auth = 'none') = (sealed_client_secret IS NULL))
);

CREATE TABLE sso_domains (
  customer_id uuid NOT NULL REFERENCES sso_connections ON DELETE CASCADE,
  domain text NOT NULL CHECK (domain = lower(domain)),
  token text NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, domain)
);
-- Whose people an address belongs to is said by one workspace at most.
CREATE UNIQUE INDEX sso_domains_verified ON sso_domains (domain) WHERE verified_at IS NOT NULL;
CREATE INDEX sso_domains_claimed ON sso_domains (domain);

CREATE TABLE sso_logins (
  customer_id uuid NOT NULL REFERENCES customers,
  login_id uuid NOT NULL,
  state_hash bytea NOT NULL UNIQUE,
  cookie_hash bytea NOT NULL,
  nonce text NOT NULL,
  -- wiped when the state is used
  sealed_verifier bytea,
  return_to text,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- who it turned out to be, and the code a session is given for
  account_id uuid,
  code_hash bytea UNIQUE,
  code_expires_at timestamptz,
  code_used_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, login_id),
  CHECK ((code_hash IS NULL) = (account_id IS NULL) AND (code_hash IS NULL) = (code_expires_at IS NULL))
);
CREATE INDEX sso_logins_age ON sso_logins (created_at);
