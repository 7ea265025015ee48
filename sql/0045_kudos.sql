-- 0045_kudos.sql: kudos buddies give each other. How many a buddy may still give says its state; each that was given is a row the giver's
-- commit writes, and what the receiver got stands in its ledger, under a receipt. A node of the release before knows no kudos and leaves
-- all of it alone.

-- An archived type keeps its key: it can be brought back.
CREATE TABLE kudo_types (
  customer_id uuid NOT NULL REFERENCES customers,
  kudo_type_id uuid NOT NULL,
  kudo_key text NOT NULL,
  -- label, emoji, rewards, limits and all else that is said of it
  content jsonb NOT NULL,
  place int NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'archived')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, kudo_type_id),
  UNIQUE (customer_id, kudo_key)
);

-- buddy_id is the giver. Personal data: once either of the two is erased its id becomes null and the message goes; the rest stays for the
-- other one. daily_limit is the type's as it was decided on, local_day the giver's day (days since 1970-01-01). What was removed is in no
-- view, and has no message.
CREATE TABLE kudos (
  customer_id uuid NOT NULL,
  kudo_id uuid NOT NULL,
  buddy_id uuid,
  to_buddy_id uuid,
  kudo_type_id uuid NOT NULL,
  kudo_key text NOT NULL,
  message text,
  coins bigint NOT NULL,
  local_day int NOT NULL,
  daily_limit int NOT NULL,
  is_on_test_clock boolean NOT NULL,
  given_at timestamptz NOT NULL,
  removed_at timestamptz,
  PRIMARY KEY (customer_id, kudo_id)
);
CREATE INDEX kudos_given ON kudos (customer_id, buddy_id, kudo_id);
CREATE INDEX kudos_received ON kudos (customer_id, to_buddy_id, kudo_id);
CREATE INDEX kudos_moment ON kudos (customer_id, given_at);

-- What is told of kudos in teams goes with them.
CREATE INDEX team_feed_kudos ON team_feed (customer_id, (data ->> 'kudo_id')) WHERE type = 'kudos_given';

-- Receivers are looked for by the beginning of their names.
CREATE INDEX buddy_identities_name ON buddy_identities (customer_id, audience, lower(name) COLLATE "C", buddy_id) WHERE status = 'active';
