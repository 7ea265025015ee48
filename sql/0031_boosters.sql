-- 0031_boosters.sql: whatever rules pay, times so much, for a while. A booster of named buddies lives in their states; its row here only
-- says what was granted. A booster of an audience is its row: it counts for whoever is in the audience when an event occurs.

CREATE TABLE booster_grants (
  customer_id uuid NOT NULL REFERENCES customers,
  booster_grant_id uuid NOT NULL,
  booster_key text NOT NULL,
  -- null: granted to the buddies named
  audience text,
  buddy_ids uuid[],
  applies_to text[] NOT NULL,
  multiplier float8 NOT NULL CHECK (multiplier > 1 AND multiplier <= 10),
  stacking text NOT NULL,
  rounding text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  -- of the request: a repetition finds the grant it began
  command_key text,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (customer_id, booster_grant_id),
  CHECK ((audience IS NULL) <> (buddy_ids IS NULL))
);
CREATE UNIQUE INDEX booster_grants_command ON booster_grants (customer_id, command_key) WHERE command_key IS NOT NULL;
-- Those of audiences are read with everything else a node knows of a tenant.
CREATE INDEX booster_grants_live ON booster_grants (customer_id, ends_at) WHERE audience IS NOT NULL AND deleted_at IS NULL;
