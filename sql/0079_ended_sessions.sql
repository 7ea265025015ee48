-- 0079_ended_sessions.sql: people can sign out. A session is a signed token that nothing is stored of, so what is stored is that one
-- of them has ended, by its hash and until it would have expired. A node of the release before goes on believing the token for as long.
CREATE TABLE ended_sessions (
  customer_id uuid NOT NULL REFERENCES customers,
  token_hash bytea NOT NULL,
  -- at the latest; the token may have been made before this is counted from
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, token_hash)
);
CREATE INDEX ended_sessions_age ON ended_sessions (expires_at);
