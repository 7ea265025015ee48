-- 0040_group_quests.sql: group quests and who takes part. What they bring together stands where all campaigns count.
CREATE TABLE group_quests (
  customer_id uuid NOT NULL REFERENCES customers,
  quest_id uuid NOT NULL,
  quest_key text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'active', 'succeeded', 'failed', 'cancelled')),
  audience text,
  team_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  participants text NOT NULL CHECK (participants IN ('opt_in', 'all')),
  max_participants int,
  goal jsonb NOT NULL,
  contribution_cap_per_buddy bigint,
  rewards jsonb NOT NULL,
  published_at timestamptz,
  -- how it ended: set with the status, and never again
  reason text,
  resolved_at timestamptz,
  operation_id uuid,
  final_total bigint,
  final_participants bigint,
  -- its rewards are paid and its end is told
  settled_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, quest_id)
);
CREATE UNIQUE INDEX group_quests_key ON group_quests (customer_id, quest_key) WHERE deleted_at IS NULL;
-- What the clock asks for: quests whose time is up, and ends nobody has told yet.
CREATE INDEX group_quests_due ON group_quests (ends_at) WHERE status = 'active';
CREATE INDEX group_quests_unsettled ON group_quests (resolved_at) WHERE resolved_at IS NOT NULL AND settled_at IS NULL;

-- Everybody who has ever joined. left_at: out again.
CREATE TABLE group_quest_members (
  customer_id uuid NOT NULL,
  quest_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  joined_at timestamptz NOT NULL,
  left_at timestamptz,
  PRIMARY KEY (customer_id, quest_id, buddy_id)
);

-- Of commits: who has come and gone. Of several moves of one buddy the last one counts.
CREATE FUNCTION group_quest_move(new_rows json) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off
AS $$
BEGIN
  INSERT INTO group_quest_members (customer_id, quest_id, buddy_id, joined_at, left_at)
  SELECT DISTINCT ON (m.customer_id, m.quest_id, m.buddy_id) m.customer_id, m.quest_id, m.buddy_id, m.joined_at, m.left_at
  FROM json_array_elements(new_rows) WITH ORDINALITY AS given (entry, place)
  CROSS JOIN LATERAL json_to_record(given.entry) AS m (
    customer_id uuid, quest_id uuid, buddy_id uuid, joined_at timestamptz, left_at timestamptz)
  ORDER BY m.customer_id, m.quest_id, m.buddy_id, given.place DESC
  ON CONFLICT (customer_id, quest_id, buddy_id) DO UPDATE SET joined_at = excluded.joined_at, left_at = excluded.left_at;
END $$;
