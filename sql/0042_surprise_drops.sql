-- 0042_surprise_drops.sql: rewards an event may bring by chance, and badges of what happens once. How often a buddy has missed, and how many
-- events it has of a badge, stand in its state; budgets and places in rule_budgets, outcomes and awards in campaign_totals, all under the id.
-- So a row stays when it is removed.

CREATE TABLE surprise_drops (
  customer_id uuid NOT NULL REFERENCES customers,
  surprise_drop_id uuid NOT NULL,
  drop_key text NOT NULL,
  -- all that is said of it, as the rules read it
  content jsonb NOT NULL,
  -- grows with every other chance or pool: outcomes of two are not counted together
  revision int NOT NULL,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, surprise_drop_id)
);
CREATE UNIQUE INDEX surprise_drops_key ON surprise_drops (customer_id, drop_key) WHERE deleted_at IS NULL;

CREATE TABLE event_badges (
  customer_id uuid NOT NULL REFERENCES customers,
  event_badge_id uuid NOT NULL,
  badge_key text NOT NULL,
  content jsonb NOT NULL,
  revision int NOT NULL,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, event_badge_id)
);
CREATE UNIQUE INDEX event_badges_key ON event_badges (customer_id, badge_key) WHERE deleted_at IS NULL;
