-- 0071_welcome_backs.sql: links for mails to those who stayed away, and the best of past seasons for anybody to see.

-- Personal data: goes with its buddy. Of a token only the hash is kept; a new one takes the place of the old.
CREATE TABLE welcome_tokens (
  customer_id uuid NOT NULL REFERENCES customers,
  buddy_id uuid NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  cta_url text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id)
);
CREATE INDEX welcome_tokens_age ON welcome_tokens (expires_at);

-- Halls that are open are few among all workspaces, and listed by their newest season.
CREATE INDEX customers_hall_of_fame ON customers (customer_id)
  WHERE settings #>> '{hall_of_fame,enabled}' = 'true';
CREATE INDEX league_seasons_closed ON league_seasons (customer_id, closed_at DESC, season_id DESC)
  WHERE state = 'closed';
