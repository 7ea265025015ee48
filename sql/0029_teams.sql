-- 0029_teams.sql: groups a workspace forms of its buddies. Which teams a buddy is in is said by its state and written by its commits alone;
-- team_members repeats it so that a team finds its members, and team_feed tells them what the others did. A node of the release before
-- knows no teams and leaves all of it alone.

-- A deleted team stays as a row, for those who are still to be taken out; its key is free. terms counts changes of who may be in: max_members,
-- audience, deletion. How many are in stands in rule_budgets (rule_id = team_id, period_key 'members').
CREATE TABLE teams (
  customer_id uuid NOT NULL REFERENCES customers,
  team_id uuid NOT NULL,
  team_key text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  audience text,
  max_members int NOT NULL,
  metadata jsonb NOT NULL,
  terms int NOT NULL DEFAULT 1,
  -- the operation of the import that made it
  imported_by uuid,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (customer_id, team_id)
);
CREATE UNIQUE INDEX teams_key ON teams (customer_id, team_key) WHERE deleted_at IS NULL;
CREATE INDEX teams_newest ON teams (customer_id, created_at, team_id) WHERE deleted_at IS NULL;
CREATE INDEX teams_name ON teams (customer_id, name) WHERE deleted_at IS NULL;

-- Personal data: goes with its buddy.
CREATE TABLE team_members (
  customer_id uuid NOT NULL,
  team_id uuid NOT NULL,
  buddy_id uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('member', 'mentor')),
  joined_at timestamptz NOT NULL,
  -- of the team, as the membership was decided on
  terms int NOT NULL,
  PRIMARY KEY (customer_id, team_id, buddy_id),
  FOREIGN KEY (customer_id, team_id) REFERENCES teams
);
CREATE INDEX team_members_buddy ON team_members (customer_id, buddy_id);
CREATE INDEX team_members_mentors ON team_members (customer_id, team_id, buddy_id) WHERE role = 'mentor';

-- Personal data: buddy_id becomes null when its buddy is erased; names are read from the buddies.
CREATE TABLE team_feed (
  customer_id uuid NOT NULL,
  team_id uuid NOT NULL,
  feed_id uuid NOT NULL,
  buddy_id uuid,
  type text NOT NULL,
  data json NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- of what a job tells, which may tell it again: its type and key
  source text,
  PRIMARY KEY (customer_id, team_id, feed_id)
);
CREATE UNIQUE INDEX team_feed_source ON team_feed (customer_id, team_id, buddy_id, source) WHERE source IS NOT NULL;
CREATE INDEX team_feed_age ON team_feed (occurred_at);
CREATE INDEX team_feed_buddy ON team_feed (customer_id, buddy_id) WHERE buddy_id IS NOT NULL;

-- Rows of a file that is being imported; they go when it is over.
CREATE TABLE team_import_rows (
  customer_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  row int NOT NULL,
  team_key text,
  team_name text,
  buddy_id text,
  user_id text,
  role text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (customer_id, operation_id, row)
);
CREATE INDEX team_import_rows_age ON team_import_rows (created_at);

-- Parts what was decided on a team as it is from what comes too late: whoever changes the terms of a team, or deletes it, waits for the
-- commits under way, and none that was decided before comes after. HA005: the terms are others now.
CREATE FUNCTION team_members_fence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM teams
  WHERE customer_id = NEW.customer_id AND team_id = NEW.team_id AND terms = NEW.terms AND deleted_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the terms of the team have changed since this was decided' USING ERRCODE = 'HA005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER team_members_fence BEFORE INSERT ON team_members FOR EACH ROW EXECUTE FUNCTION team_members_fence();

-- A buddy's story has a new kind of line, and others come with other families: what kinds there are is said where lines are written.
ALTER TABLE buddy_history DROP CONSTRAINT IF EXISTS buddy_history_kind_check;
