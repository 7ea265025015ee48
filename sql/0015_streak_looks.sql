-- 0015_streak_looks.sql: when the sweep that warns of streaks has to look at a buddy again.

-- Until then none of its streaks can be at risk; infinity: none runs, or none warns. The journal writes it with the state it follows
-- from, the sweep moves it on. It changes about once in a streak's period, so that all other commits leave the indexes alone.
ALTER TABLE buddies ADD COLUMN streaks_look_at timestamptz NOT NULL DEFAULT '-infinity';
-- Those that are there already are looked at once; a new one has no streak.
ALTER TABLE buddies ALTER COLUMN streaks_look_at SET DEFAULT 'infinity';
CREATE INDEX buddies_streaks ON buddies (streaks_look_at, buddy_id) WHERE status = 'active' AND streaks_look_at < 'infinity';

-- Moves the buddies one version ahead; answers how many still were at the version the change was decided on. A node of the release
-- before does not say when to look: soon, then.
CREATE OR REPLACE FUNCTION journal_advance(changes json) RETURNS int LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  advanced int;
BEGIN
  UPDATE buddies AS b
  SET version = b.version + 1, coins = c.coins, evolution_stage = c.evolution_stage, prestige_level = c.prestige_level,
      state = c.state, name = coalesce(c.name, b.name), status = coalesce(c.status, b.status),
      archived_at = coalesce(c.archived_at, b.archived_at), config_version_id = coalesce(c.config_version_id, b.config_version_id),
      streaks_look_at = coalesce(c.streaks_look_at, '-infinity'), updated_at = c.updated_at
  FROM json_to_recordset(changes) AS c (
    customer_id uuid, buddy_id uuid, version bigint, coins bigint, evolution_stage int, prestige_level int, state json,
    name text, status text, archived_at timestamptz, config_version_id uuid, streaks_look_at timestamptz, updated_at timestamptz)
  WHERE b.customer_id = c.customer_id AND b.buddy_id = c.buddy_id AND b.version = c.version;
  GET DIAGNOSTICS advanced = ROW_COUNT;
  RETURN advanced;
END $$;
