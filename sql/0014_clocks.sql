-- 0014_clocks.sql: test clocks. Virtual time of the users a tenant's tests have put on them; everybody else lives in the present.

CREATE TABLE test_clocks (
  customer_id uuid NOT NULL REFERENCES customers,
  test_clock_id uuid NOT NULL,
  name text,
  -- stands still until it is advanced
  virtual_now timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, test_clock_id)
);

-- A user has one time: at most one clock. Who was on one once stays known when the clock is removed (null): dates in the story of
-- such a buddy say nothing about when its rows were written.
CREATE TABLE test_clock_users (
  customer_id uuid NOT NULL,
  user_id text NOT NULL,
  test_clock_id uuid,
  PRIMARY KEY (customer_id, user_id),
  FOREIGN KEY (customer_id, test_clock_id) REFERENCES test_clocks ON DELETE SET NULL (test_clock_id)
);
CREATE INDEX test_clock_users_by_clock ON test_clock_users (customer_id, test_clock_id, user_id);
