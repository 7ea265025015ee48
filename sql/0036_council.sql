-- 0036_council.sql: what players propose a workspace should say, and who voted on it.

-- How a workspace's council works; no row: a quorum of one, and everyone may propose. Whoever proposes locks the row, so that the
-- number of open proposals is counted by one at a time.
CREATE TABLE councils (
  customer_id uuid NOT NULL REFERENCES customers,
  quorum int NOT NULL CHECK (quorum BETWEEN 1 AND 10),
  proposers text NOT NULL CHECK (proposers IN ('everyone', 'mentors')),
  PRIMARY KEY (customer_id)
);

CREATE TABLE council_proposals (
  customer_id uuid NOT NULL REFERENCES customers,
  proposal_id uuid NOT NULL,
  target_slot text NOT NULL,
  text text NOT NULL,
  -- null: the workspace itself proposed it, or its buddy was erased, which withdraws what is open and keeps what is decided
  buddy_id uuid,
  status text NOT NULL CHECK (status IN ('open', 'approved', 'rejected', 'withdrawn')),
  -- both as they were when it was decided; while it is open the workspace's quorum and narrative say them
  quorum int,
  previous_text text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  PRIMARY KEY (customer_id, proposal_id),
  CHECK ((status = 'open') = (decided_at IS NULL)),
  CHECK (status NOT IN ('approved', 'rejected') OR quorum IS NOT NULL)
);
CREATE INDEX council_proposals_newest ON council_proposals (customer_id, created_at, proposal_id);
-- Counted with every proposal.
CREATE INDEX council_proposals_open ON council_proposals (customer_id, buddy_id) WHERE status = 'open';

CREATE TABLE council_votes (
  customer_id uuid NOT NULL,
  proposal_id uuid NOT NULL,
  -- an account, or `keys`: the secret keys of a workspace are one voter together
  voter text NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approve', 'reject')),
  comment text,
  voted_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, proposal_id, voter),
  FOREIGN KEY (customer_id, proposal_id) REFERENCES council_proposals ON DELETE CASCADE
);
