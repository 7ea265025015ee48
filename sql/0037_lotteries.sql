-- 0037_lotteries.sql: lotteries whose draws anybody can check. What a draw promises when it opens is in its row from then on: its terms, and
-- the hash of a seed that stays sealed until it is drawn.

CREATE TABLE lotteries (
  customer_id uuid NOT NULL REFERENCES customers,
  lottery_id uuid NOT NULL,
  lottery_key text NOT NULL,
  name text NOT NULL,
  -- draft, active, paused, ended
  status text NOT NULL,
  entry jsonb NOT NULL,
  schedule jsonb NOT NULL,
  prizes jsonb NOT NULL,
  eligibility jsonb NOT NULL,
  audience text,
  public_proof boolean NOT NULL,
  -- grows whenever another draw is open or none: of two views the higher one is true
  revision int NOT NULL,
  -- removed: its draws stay, with their proofs
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, lottery_id)
);
CREATE UNIQUE INDEX lotteries_key ON lotteries (customer_id, lottery_key) WHERE deleted_at IS NULL;

CREATE TABLE lottery_draws (
  customer_id uuid NOT NULL,
  draw_id uuid NOT NULL,
  lottery_id uuid NOT NULL,
  -- open, closed (its list is fixed), drawn; or cancelled
  status text NOT NULL,
  -- entry, eligibility, audience and prizes as they were when it opened
  terms jsonb NOT NULL,
  draw_at timestamptz NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  drawn_at timestamptz,
  commit_hash text NOT NULL,
  sealed_seed bytea NOT NULL,
  -- null until drawn
  seed text,
  -- what is hashed and published; null until closed
  entries_text text,
  entries_hash text,
  participants int NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  unawarded int,
  -- everything a draw or its cancelling owes is granted, or can never be
  is_settled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (customer_id, draw_id),
  FOREIGN KEY (customer_id, lottery_id) REFERENCES lotteries
);
CREATE UNIQUE INDEX lottery_draws_open ON lottery_draws (customer_id, lottery_id) WHERE status = 'open';
CREATE INDEX lottery_draws_of ON lottery_draws (customer_id, lottery_id, draw_id);
CREATE INDEX lottery_draws_unsettled ON lottery_draws (draw_at) WHERE NOT is_settled;
-- Whoever checks a draw knows nothing but its id.
CREATE INDEX lottery_draws_public ON lottery_draws (draw_id);

-- One row per draw and buddy. buddy_id null: erased; the ticket stays in the list, and the proof valid.
CREATE TABLE lottery_entries (
  customer_id uuid NOT NULL,
  draw_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  buddy_id uuid,
  tickets int NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- of a draw that was cancelled: refunded, or nobody is there to refund
  is_settled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (customer_id, draw_id, entry_id),
  FOREIGN KEY (customer_id, draw_id) REFERENCES lottery_draws
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX lottery_entries_buddy ON lottery_entries (customer_id, draw_id, buddy_id);

CREATE TABLE lottery_winners (
  customer_id uuid NOT NULL,
  draw_id uuid NOT NULL,
  rank int NOT NULL,
  place int NOT NULL,
  -- in the order in which places were drawn, over all ranks
  position int NOT NULL,
  entry_id uuid NOT NULL,
  buddy_id uuid,
  ticket bigint NOT NULL,
  n int NOT NULL,
  reward jsonb NOT NULL,
  -- pending, granted; void: archived or gone
  status text NOT NULL,
  PRIMARY KEY (customer_id, draw_id, rank, place),
  FOREIGN KEY (customer_id, draw_id) REFERENCES lottery_draws
);

-- A draw is led on by one job at a time, whoever asks for it.
CREATE UNIQUE INDEX operations_one_draw ON operations (customer_id, resource_id)
  WHERE type = 'lottery_draw' AND status IN ('pending', 'processing');
CREATE INDEX operations_draw ON operations (customer_id, resource_id) WHERE type = 'lottery_draw';

-- Of a commit: what its buddies added to their tickets, or gave back.
CREATE FUNCTION lottery_count_tickets(new_rows json) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
BEGIN
  INSERT INTO lottery_entries AS e (customer_id, draw_id, entry_id, buddy_id, tickets, first_at, last_at)
  SELECT customer_id, draw_id, entry_id, buddy_id, sum(tickets), min(counted_at), max(counted_at)
  FROM json_to_recordset(new_rows) AS r (
    customer_id uuid, draw_id uuid, entry_id uuid, buddy_id uuid, tickets int, counted_at timestamptz)
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3
  ON CONFLICT (customer_id, draw_id, entry_id) DO UPDATE SET
    tickets = e.tickets + excluded.tickets, last_at = excluded.last_at;
END $$;
