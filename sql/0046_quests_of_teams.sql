-- 0046_quests_of_teams.sql: every two seconds the clock asks which running group quests are bound to a team that was deleted. Few are bound
-- to a team at all. A node of the release before does not ask.
CREATE INDEX group_quests_team ON group_quests (customer_id, team_id) WHERE status = 'active' AND team_id IS NOT NULL;
