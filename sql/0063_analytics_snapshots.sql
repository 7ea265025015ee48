-- 0063_analytics_snapshots.sql: how buddies stand (balances, stages, streaks that run) is no sum of what happened: a walk over them is
-- kept, and reports read the newest. The zones a workspace has had tell which day it was when it had another.
--
-- A node of the release before folds without marks: the next look of this one makes up for the marks.

-- What of a workspace was counted when, and how its buddies stood at the newest walk.
CREATE TABLE analytics_tenants (
  customer_id uuid PRIMARY KEY,
  changed_at timestamptz NOT NULL,
  snapshot_at timestamptz,
  buddies int NOT NULL DEFAULT 0
);

-- Once for each audience, and once under '' for all.
CREATE TABLE analytics_snapshots (
  customer_id uuid NOT NULL,
  audience text NOT NULL,
  taken_at timestamptz NOT NULL,
  body json NOT NULL,
  PRIMARY KEY (customer_id, audience)
);

-- From when on a workspace had a zone, where it ever changed; '-infinity': before its first change.
CREATE TABLE analytics_zones (
  customer_id uuid NOT NULL,
  since timestamptz NOT NULL,
  timezone text NOT NULL,
  PRIMARY KEY (customer_id, since)
);
