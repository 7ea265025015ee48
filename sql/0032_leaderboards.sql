-- 0032_leaderboards.sql: the board of a tenant, and who hides on it.

CREATE TABLE leaderboards (
  customer_id uuid NOT NULL PRIMARY KEY REFERENCES customers,
  enabled boolean NOT NULL,
  metric jsonb NOT NULL,
  period text NOT NULL,
  scope text NOT NULL,
  max_entries int NOT NULL,
  tie_break text NOT NULL,
  allow_opt_out boolean NOT NULL,
  -- whose scores are counted now: a new count takes a new subject, so that no period mixes two; null: nothing is counted
  subject_id uuid,
  counting_since timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK (enabled = (subject_id IS NOT NULL) AND enabled = (counting_since IS NOT NULL))
);

-- Personal data: goes with its buddy. Beside the buddy and not in its state: hiding is no progress and must wake no actor. Whoever has
-- no row is shown.
CREATE TABLE leaderboard_hidden (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  hidden_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id)
);
