-- 0044_founding_cohort.sql: the first users of a workspace, numbered. One row per workspace is locked by whoever enrols, so numbers have
-- no gap; members and what became of them stay when a buddy is erased, without saying whose they were. A node of the release before
-- enrols nobody.
CREATE TABLE founding_cohorts (
  customer_id uuid NOT NULL REFERENCES customers,
  -- grants are made in its name
  cohort_id uuid NOT NULL,
  enabled boolean NOT NULL,
  size int NOT NULL CHECK (size BETWEEN 1 AND 100000),
  until timestamptz,
  audience text,
  badge_key text,
  reward jsonb NOT NULL,
  -- the newest number
  enrolled int NOT NULL DEFAULT 0,
  -- who hatched well before has been looked at; null: look at everybody
  looked_to timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id),
  CHECK (enrolled <= size)
);
CREATE INDEX founding_cohorts_open ON founding_cohorts (customer_id) WHERE enabled AND enrolled < size;

CREATE TABLE founding_members (
  customer_id uuid NOT NULL,
  number int NOT NULL,
  buddy_id uuid,
  user_id text,
  hatched_at timestamptz NOT NULL,
  -- as it was promised when the member was enrolled; null: nothing
  reward jsonb,
  reward_status text CHECK (reward_status IN ('pending', 'granted', 'void')),
  -- of a reward that could not be paid
  tries int NOT NULL DEFAULT 0,
  enrolled_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, number),
  UNIQUE (customer_id, user_id),
  UNIQUE (customer_id, buddy_id),
  CHECK ((reward IS NULL) = (reward_status IS NULL)),
  CHECK ((buddy_id IS NULL) = (user_id IS NULL))
);
CREATE INDEX founding_members_unpaid ON founding_members (customer_id, number) WHERE reward_status = 'pending';

CREATE TABLE founding_audit (
  customer_id uuid NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  number int NOT NULL,
  buddy_id uuid,
  user_id text,
  action text NOT NULL CHECK (action IN ('enrolled', 'reward_granted', 'removed')),
  -- {type, id} of the job or operation
  origin jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, seq)
);
CREATE INDEX founding_audit_member ON founding_audit (customer_id, number);

-- Whoever removes a buddy for good need not know of cohorts: the number stays, and nobody can say whose it was.
CREATE FUNCTION founding_cohort_detach() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  removed int;
BEGIN
  UPDATE founding_members SET buddy_id = NULL, user_id = NULL,
    reward_status = CASE reward_status WHEN 'pending' THEN 'void' ELSE reward_status END
  WHERE customer_id = OLD.customer_id AND buddy_id = OLD.buddy_id RETURNING number INTO removed;
  IF FOUND THEN
    UPDATE founding_audit SET buddy_id = NULL, user_id = NULL WHERE customer_id = OLD.customer_id AND number = removed;
    INSERT INTO founding_audit (customer_id, number, action, origin, occurred_at)
    VALUES (OLD.customer_id, removed, 'removed', '{"type": "job", "id": "erasure"}', now());
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER founding_cohort_detach AFTER DELETE ON buddy_identities FOR EACH ROW EXECUTE FUNCTION founding_cohort_detach();
