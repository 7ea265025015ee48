-- 0034_mentors.sql: mentors that others may find, and who is looked after by whom. Who is a mentor says team_members.

CREATE TABLE mentor_visibility (
  customer_id uuid PRIMARY KEY REFERENCES customers,
  enabled boolean NOT NULL,
  reach text NOT NULL,
  self_service boolean NOT NULL,
  max_mentees_per_mentor int NOT NULL,
  session_days int NOT NULL,
  show jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Personal data: goes with either of the two. Active while ended_at is null and ends_at has not come; ended_at = ends_at where somebody
-- noticed that it had.
CREATE TABLE mentor_sessions (
  customer_id uuid NOT NULL REFERENCES customers,
  mentor_session_id uuid NOT NULL,
  mentor_buddy_id uuid NOT NULL,
  mentee_buddy_id uuid NOT NULL,
  team_id uuid,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (customer_id, mentor_session_id)
);
CREATE UNIQUE INDEX mentor_sessions_mentee ON mentor_sessions (customer_id, mentee_buddy_id) WHERE ended_at IS NULL;
CREATE INDEX mentor_sessions_mentor ON mentor_sessions (customer_id, mentor_buddy_id) WHERE ended_at IS NULL;

-- Whoever is mentor of no team any more looks after nobody: in the commit that takes the last role, whichever way it goes. The buddy was
-- written before in that commit, so its moment is that of the change.
CREATE FUNCTION mentor_sessions_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
BEGIN
  IF EXISTS (
    SELECT FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
    WHERE m.customer_id = OLD.customer_id AND m.buddy_id = OLD.buddy_id AND m.role = 'mentor' AND m.team_id <> OLD.team_id
      AND t.deleted_at IS NULL) THEN
    RETURN NULL;
  END IF;
  SELECT b.updated_at INTO moment FROM buddies AS b WHERE b.customer_id = OLD.customer_id AND b.buddy_id = OLD.buddy_id;
  UPDATE mentor_sessions SET ended_at = least(coalesce(moment, now()), ends_at)
  WHERE customer_id = OLD.customer_id AND mentor_buddy_id = OLD.buddy_id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER mentor_sessions_end AFTER DELETE ON team_members FOR EACH ROW WHEN (OLD.role = 'mentor')
EXECUTE FUNCTION mentor_sessions_end();

-- The same for those whose last role goes with a team, at once and not only when they have been taken out of it.
CREATE FUNCTION mentor_sessions_end_with_team() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mentor_sessions AS s SET ended_at = least(NEW.deleted_at, s.ends_at)
  WHERE s.customer_id = NEW.customer_id AND s.ended_at IS NULL
    AND s.mentor_buddy_id IN (
      SELECT buddy_id FROM team_members WHERE customer_id = NEW.customer_id AND team_id = NEW.team_id AND role = 'mentor')
    AND NOT EXISTS (
      SELECT FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
      WHERE m.customer_id = s.customer_id AND m.buddy_id = s.mentor_buddy_id AND m.role = 'mentor' AND t.deleted_at IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER mentor_sessions_end_with_team AFTER UPDATE OF deleted_at ON teams FOR EACH ROW WHEN (OLD.deleted_at IS NULL)
EXECUTE FUNCTION mentor_sessions_end_with_team();
