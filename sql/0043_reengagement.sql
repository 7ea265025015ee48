-- 0043_reengagement.sql: what users are given who come back after a long absence. A workspace without a row gives nothing; that they
-- came back is told in any case. A node of the release before neither tells nor pays it.
CREATE TABLE reengagement_configs (
  customer_id uuid NOT NULL REFERENCES customers,
  reward jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id)
);
