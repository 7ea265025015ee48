-- 0006_accounts.sql: how often somebody has tried, so that more nodes do not mean more guesses or more mails.
CREATE TABLE auth_attempts (
  action text NOT NULL CHECK (action IN ('password', 'mail')),
  -- sha256 of the lower-case e-mail. Tries at addresses nobody has count like all others; a stranger's is not kept.
  subject bytea NOT NULL,
  -- the client's address; empty where the action counts for all clients together
  address text NOT NULL,
  used int NOT NULL,
  window_ends_at timestamptz NOT NULL,
  PRIMARY KEY (action, subject, address)
);
CREATE INDEX auth_attempts_age ON auth_attempts (window_ends_at);

-- A new token voids the older ones of the same account and purpose.
CREATE INDEX one_time_tokens_account ON one_time_tokens (customer_id, account_id, purpose);
