-- 0064_alerts.sql: what looks wrong with an economy, found without being asked. Days are too coarse for it: an hour of a rule that pays
-- ten times what it does is a sign, and lost in a day.

-- Sums by the hour (UTC) in which something was committed, kept for two weeks: of coins by rule (coins_in), of coins that went
-- (coins_out), of events by type (events), of events one limit left unrewarded (limited), and of the busiest buddies (buddy: events and
-- coins, active: how many buddies there were). What waits to be added up has names for the last three that a node of the release before
-- does not write: its hours lack them.
CREATE TABLE analytics_hours (
  customer_id uuid NOT NULL,
  metric text NOT NULL,
  hour timestamptz NOT NULL,
  key text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (customer_id, metric, hour, key)
);
CREATE INDEX analytics_hours_age ON analytics_hours (hour);

-- When something of a workspace was last counted, and when it was last looked at.
CREATE TABLE alert_looks (
  customer_id uuid NOT NULL PRIMARY KEY,
  counted_at timestamptz NOT NULL,
  looked_at timestamptz
);

CREATE TABLE alert_configs (
  customer_id uuid NOT NULL PRIMARY KEY,
  -- by kind, what differs from what holds for everybody
  config jsonb NOT NULL
);

CREATE TABLE economy_alerts (
  customer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  kind text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  subject_key text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  status text NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved', 'dismissed')),
  -- observed, expected, factor, window, evidence, links, suggestion
  sign jsonb NOT NULL,
  note text,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (customer_id, alert_id)
);
CREATE UNIQUE INDEX economy_alerts_one ON economy_alerts (customer_id, kind, subject_type, subject_id)
  WHERE status IN ('open', 'acknowledged');
CREATE INDEX economy_alerts_ended ON economy_alerts (ended_at) WHERE ended_at IS NOT NULL;
