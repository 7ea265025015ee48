-- 0035_narrative.sql: the words a workspace gives its widgets, every change of them, and what it says all this is for.

-- One row per workspace that has ever said something: whoever changes a text locks it, so that two changes have an order.
CREATE TABLE narratives (
  customer_id uuid NOT NULL REFERENCES customers,
  tone text NOT NULL CHECK (tone IN ('playful', 'calm', 'epic', 'professional')),
  -- by slot: {text, source, updated_at}; a slot that is not here has the default of tone and language
  texts jsonb NOT NULL,
  -- rows of narrative_audit
  changes int NOT NULL,
  PRIMARY KEY (customer_id)
);

-- Kept for good: replayed from the first row on, it gives the row above. A change of the tone stands here as the slot `tone`.
CREATE TABLE narrative_audit (
  customer_id uuid NOT NULL REFERENCES customers,
  audit_id uuid NOT NULL,
  -- counts the changes of a workspace from 1 on: rows of one request have one moment
  seq int NOT NULL,
  slot text NOT NULL,
  previous text,
  next text,
  source text NOT NULL CHECK (source IN ('patch', 'council')),
  -- {type, id} of the key or account; never a credential
  actor jsonb NOT NULL,
  -- what was approved, where the council changed it
  proposal_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, audit_id),
  UNIQUE (customer_id, seq),
  CHECK ((source = 'council') = (proposal_id IS NOT NULL))
);

CREATE TABLE mission_anchors (
  customer_id uuid NOT NULL REFERENCES customers,
  enabled boolean NOT NULL,
  title text,
  statement text,
  cause_key text,
  cta_label text,
  cta_url text CHECK (cta_url LIKE 'https://%'),
  placements text[] NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id),
  CHECK ((cta_label IS NULL) = (cta_url IS NULL))
);
