-- 0067_six_d.sql: what a workspace wants of its game, step by step, so that it can be held against what users do. A node of the release
-- before knows nothing of it.

-- What is being answered; `steps` holds the answers by step, `revision` the number they will be frozen under, or were.
CREATE TABLE six_d (
  customer_id uuid NOT NULL PRIMARY KEY REFERENCES customers,
  status text NOT NULL CHECK (status IN ('in_progress', 'completed', 'skipped')),
  revision int NOT NULL,
  steps jsonb NOT NULL,
  completed_at timestamptz,
  skipped_at timestamptz,
  -- rows of six_d_audit that were ever written; the newest of them are kept
  changes int NOT NULL
);

-- The answers as they were completed; the newest of them are kept.
CREATE TABLE six_d_revisions (
  customer_id uuid NOT NULL,
  revision int NOT NULL,
  steps jsonb NOT NULL,
  completed_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, revision),
  FOREIGN KEY (customer_id) REFERENCES six_d
);

CREATE TABLE six_d_audit (
  customer_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  seq int NOT NULL,
  revision int NOT NULL,
  action text NOT NULL CHECK (action IN ('saved', 'completed', 'skipped')),
  step text,
  reason text,
  -- {type, id} of who did it
  actor jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, audit_id),
  UNIQUE (customer_id, seq),
  FOREIGN KEY (customer_id) REFERENCES six_d,
  CHECK ((action = 'saved') = (step IS NOT NULL))
);
