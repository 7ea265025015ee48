-- 0039_causes.sql: causes, whose thresholds are told to a partner: each once, in order, whatever crashes in between.
CREATE TABLE causes (
  customer_id uuid NOT NULL REFERENCES customers,
  cause_id uuid NOT NULL,
  cause_key text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  unit_label text NOT NULL,
  counter jsonb NOT NULL,
  threshold_unit bigint NOT NULL,
  audience text,
  status text NOT NULL CHECK (status IN ('draft', 'active', 'archived')),
  -- its endpoint is the row of webhook_configs whose owner is 'cause:<cause_id>'; null: nobody is told
  webhook_url text,
  secret_last4 text,
  -- how many thresholds were reached, ever, and the hash of the newest of them
  crossings bigint NOT NULL DEFAULT 0,
  last_hash text NOT NULL,
  -- more thresholds were passed at once than are told at once
  is_behind boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, cause_id)
);
CREATE UNIQUE INDEX causes_key ON causes (customer_id, cause_key) WHERE status <> 'archived';
CREATE INDEX causes_behind ON causes (customer_id, cause_id) WHERE is_behind;

-- The thresholds a cause has had, one after the other. Multiples up to first_k lay below the total when an epoch began; those up to
-- told_k are told. last_k: the highest that was reached before the next epoch began; null in the present one.
CREATE TABLE cause_epochs (
  customer_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  epoch int NOT NULL,
  threshold_unit bigint NOT NULL,
  first_k bigint NOT NULL,
  told_k bigint NOT NULL,
  last_k bigint,
  PRIMARY KEY (customer_id, cause_id, epoch)
);

-- What was told. delivery_outcome outlives the delivery, which is swept.
CREATE TABLE cause_crossings (
  customer_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  epoch int NOT NULL,
  k bigint NOT NULL,
  crossing bigint NOT NULL,
  total_units bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  delivery_id uuid,
  delivery_outcome text CHECK (delivery_outcome IN ('delivered', 'exhausted')),
  prev_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (customer_id, cause_id, epoch, k)
);
CREATE UNIQUE INDEX cause_crossings_order ON cause_crossings (customer_id, cause_id, crossing);
CREATE INDEX cause_crossings_open ON cause_crossings (occurred_at) WHERE delivery_id IS NOT NULL AND delivery_outcome IS NULL;

CREATE TABLE cause_audit (
  customer_id uuid NOT NULL,
  audit_id uuid NOT NULL,
  cause_id uuid NOT NULL,
  action text NOT NULL,
  actor jsonb NOT NULL,
  changes jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, audit_id)
);
