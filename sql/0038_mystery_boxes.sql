-- 0038_mystery_boxes.sql: mystery boxes. What was opened is counted in campaign_totals, and where there is an end in rule_budgets, under the id
-- of the box; so a box that is removed keeps its row.

CREATE TABLE mystery_boxes (
  customer_id uuid NOT NULL REFERENCES customers,
  mystery_box_id uuid NOT NULL,
  box_key text NOT NULL,
  -- name, price, pool, limits and all else that is said of it
  content jsonb NOT NULL,
  -- grows with every other pool: outcomes of two are not counted together
  revision int NOT NULL,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, mystery_box_id)
);
CREATE UNIQUE INDEX mystery_boxes_key ON mystery_boxes (customer_id, box_key) WHERE deleted_at IS NULL;
