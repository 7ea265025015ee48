-- 0033_leagues.sql: seasons in cohorts, and the tiers buddies rise and fall between.

-- Whoever plans, places or closes locks this row: all of it is one writer per tenant.
CREATE TABLE leagues (
  customer_id uuid NOT NULL PRIMARY KEY REFERENCES customers,
  enabled boolean NOT NULL,
  config jsonb NOT NULL,
  tiers jsonb NOT NULL,
  -- when the next automatic season has to be written; null: none is automatic
  plan_at timestamptz,
  updated_at timestamptz NOT NULL
);
-- The clock looks at it every other second.
CREATE INDEX leagues_plan ON leagues (plan_at) WHERE plan_at IS NOT NULL;

CREATE TABLE league_seasons (
  customer_id uuid NOT NULL REFERENCES customers,
  season_id uuid NOT NULL,
  name text NOT NULL,
  automatic boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  finalizes_at timestamptz NOT NULL,
  -- before the close the moments above say what it is
  state text NOT NULL CHECK (state IN ('open', 'closing', 'closed')),
  -- config and tiers; rewritten with them until it begins
  rules jsonb NOT NULL,
  -- the close under way, or the one that was
  operation_id uuid,
  closing_at timestamptz,
  -- ranks, results and moves are written
  ranked_at timestamptz,
  closed_at timestamptz,
  result jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, season_id),
  CHECK (starts_at < ends_at AND ends_at <= finalizes_at),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL) AND (state = 'closed') = (result IS NOT NULL))
);
CREATE INDEX league_seasons_newest ON league_seasons (customer_id, starts_at DESC, season_id DESC);
CREATE INDEX league_seasons_unclosed ON league_seasons (customer_id, starts_at) WHERE state <> 'closed';

-- Cohorts of a season, numbered from 1; only the last one of an audience and tier has places left.
CREATE TABLE league_cohorts (
  customer_id uuid NOT NULL,
  season_id uuid NOT NULL,
  cohort int NOT NULL,
  audience text NOT NULL,
  tier_key text NOT NULL,
  members int NOT NULL,
  PRIMARY KEY (customer_id, season_id, cohort)
);

-- Personal data: goes with its buddy; the cohort keeps its size.
CREATE TABLE league_members (
  customer_id uuid NOT NULL,
  season_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  cohort int NOT NULL,
  tier_key text NOT NULL,
  placed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, season_id, buddy_id)
);
CREATE INDEX league_members_cohort ON league_members (customer_id, season_id, cohort);
CREATE INDEX league_members_buddy ON league_members (customer_id, buddy_id);

-- Personal data: goes with its buddy. In which tier a buddy plays its next season; who has no row begins in the lowest.
CREATE TABLE league_standings (
  customer_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  tier_key text NOT NULL,
  season_id uuid,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, buddy_id)
);
CREATE INDEX league_standings_tier ON league_standings (customer_id, tier_key);

-- What a closed season came to, in the order of cohorts and ranks. Personal data: buddy_id becomes null when its buddy is erased.
CREATE TABLE league_results (
  customer_id uuid NOT NULL,
  season_id uuid NOT NULL,
  place int NOT NULL,
  buddy_id uuid,
  tier_key text NOT NULL,
  -- null, with rank 0: did not play, and falls for it
  cohort int,
  rank int NOT NULL,
  score bigint NOT NULL,
  reached_at timestamptz,
  zone text NOT NULL CHECK (zone IN ('promote', 'stay', 'demote')),
  to_tier text NOT NULL,
  reward jsonb,
  reward_status text CHECK (reward_status IN ('pending', 'granted', 'void')),
  -- of the news that its tier changed
  told_at timestamptz,
  PRIMARY KEY (customer_id, season_id, place),
  UNIQUE (customer_id, season_id, buddy_id),
  CHECK ((reward IS NULL) = (reward_status IS NULL)),
  CHECK ((cohort IS NULL) = (rank = 0))
);
CREATE INDEX league_results_cohort ON league_results (customer_id, season_id, cohort, rank);
CREATE INDEX league_results_buddy ON league_results (customer_id, buddy_id) WHERE buddy_id IS NOT NULL;

-- The best of each tier over all cohorts, for the hall of fame. Personal data: buddy_id becomes null when its buddy is erased.
CREATE TABLE league_champions (
  customer_id uuid NOT NULL,
  season_id uuid NOT NULL,
  tier_key text NOT NULL,
  rank int NOT NULL,
  buddy_id uuid,
  score bigint NOT NULL,
  PRIMARY KEY (customer_id, season_id, tier_key, rank)
);
CREATE INDEX league_champions_buddy ON league_champions (customer_id, buddy_id) WHERE buddy_id IS NOT NULL;
