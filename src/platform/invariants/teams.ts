/** Who is in which team, who looks after whom, and what was told of it. */
import type { Invariant } from "./Invariant.ts"

/** As the engine has them, which this folder does not know. */
const [teams_per_buddy_max, mentees_max] = [5, 100]

/** A pairing that began before a change of the setting may end after it. */
const hearing = "interval '1 minute'"

const members = "SELECT count(*) FROM team_members"
const sessions = "SELECT count(*) FROM mentor_sessions"
/** At the moment its mentee lives: one that is yet to begin was made on a test clock that is gone. */
const isActive = `s.ended_at IS NULL AND s.ends_at > coalesce(clock.virtual_now, moment.now)
  AND s.starts_at < greatest(clock.virtual_now, moment.now) + ${hearing} AND mentee.status = 'active'`
const withMentees = `mentor_sessions AS s CROSS JOIN moment
  JOIN buddies AS mentee ON mentee.customer_id = s.customer_id AND mentee.buddy_id = s.mentee_buddy_id
  LEFT JOIN test_clock_users AS player ON player.customer_id = mentee.customer_id AND player.user_id = mentee.user_id
  LEFT JOIN test_clocks AS clock
    ON clock.customer_id = player.customer_id AND clock.test_clock_id = player.test_clock_id`

export const teams: ReadonlyArray<Invariant> = [
  {
    id: "team_members_are_state",
    title: "The rows of a team say of each member what its state says: the role, and since when. One row for each.",
    queries: {
      population: members,
      violations: `
        SELECT customer_id, buddy_id, team_id, held.role, stored.role AS stored_role, held.joined_at, stored.joined_at
          AS stored_at FROM (
          SELECT b.customer_id, b.buddy_id, team.key::uuid AS team_id, team.value ->> 'role' AS role,
            (team.value ->> 'joined_at')::bigint AS joined_at
          FROM buddies AS b, json_each(b.state -> 'teams') AS team) AS held
        FULL JOIN (
          SELECT customer_id, buddy_id, team_id, role, round(extract(epoch FROM joined_at) * 1000)::bigint AS joined_at
          FROM team_members) AS stored USING (customer_id, buddy_id, team_id)
        WHERE held.role IS DISTINCT FROM stored.role OR held.joined_at IS DISTINCT FROM stored.joined_at`
    }
  },
  {
    id: "team_places_are_members",
    title: "A team counts the members it has, and has no more than it may.",
    queries: {
      population: "SELECT count(*) FROM teams WHERE deleted_at IS NULL",
      violations: `
        SELECT customer_id, team_id, t.max_members, coalesce(places.used, 0) AS counted,
          coalesce(m.members, 0) AS members
        FROM teams AS t
        LEFT JOIN (
          SELECT customer_id, rule_id AS team_id, used FROM rule_budgets WHERE period_key = 'members') AS places
          USING (customer_id, team_id)
        LEFT JOIN (
          SELECT customer_id, team_id, count(*) AS members FROM team_members GROUP BY customer_id, team_id) AS m
          USING (customer_id, team_id)
        WHERE t.deleted_at IS NULL
          AND (coalesce(places.used, 0) <> coalesce(m.members, 0) OR coalesce(m.members, 0) > t.max_members)`
    }
  },
  {
    id: "buddy_in_few_teams",
    title: "No buddy is in more than five teams, and one that is archived is in none.",
    queries: {
      population: members,
      violations: `
        SELECT b.customer_id, b.buddy_id, b.status, count(*) AS teams
        FROM team_members AS m JOIN buddies AS b ON b.customer_id = m.customer_id AND b.buddy_id = m.buddy_id
        GROUP BY b.customer_id, b.buddy_id, b.status
        HAVING count(*) > ${teams_per_buddy_max} OR b.status = 'archived'`
    }
  },
  {
    id: "team_rise_is_told_once",
    title: "An endpoint hears of a rise in a team no more often than the story of the buddy tells of one.",
    queries: {
      population: "SELECT count(*) FROM buddy_history WHERE kind = 'team'",
      violations: `
        SELECT customer_id, buddy_id, told.webhook_config_id, told.times, coalesce(rises.times, 0) AS rises FROM (
          SELECT customer_id, (body::json ->> 'buddy_id')::uuid AS buddy_id, webhook_config_id, count(*) AS times
          FROM webhook_deliveries_all WHERE event = 'team_membership.role_upgraded' GROUP BY 1, 2, 3) AS told
        JOIN buddies USING (customer_id, buddy_id)
        LEFT JOIN (
          SELECT customer_id, buddy_id, count(*) AS times FROM buddy_history
          WHERE kind = 'team' AND body ->> 'type' = 'role_changed' AND body ->> 'to_role' = 'mentor'
          GROUP BY customer_id, buddy_id) AS rises USING (customer_id, buddy_id)
        WHERE told.times > coalesce(rises.times, 0)`
    }
  },
  {
    id: "mentor_session_has_mentor",
    title: "Whoever looks after somebody is a mentor of a team that is there.",
    queries: {
      population: sessions,
      violations: `
        SELECT s.customer_id, s.mentor_session_id, s.mentor_buddy_id FROM ${withMentees}
        WHERE ${isActive} AND NOT EXISTS (
          SELECT FROM team_members AS m
          JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id AND t.deleted_at IS NULL
          WHERE m.customer_id = s.customer_id AND m.buddy_id = s.mentor_buddy_id AND m.role = 'mentor')`
    }
  },
  {
    id: "mentee_has_one_mentor",
    title: "A mentee has one mentor at a time, and a mentor no more mentees than there may ever be.",
    queries: {
      population: sessions,
      violations: `
        SELECT s.customer_id, s.mentee_buddy_id AS buddy_id, count(*) AS active FROM ${withMentees}
        WHERE ${isActive} GROUP BY s.customer_id, s.mentee_buddy_id HAVING count(*) > 1
        UNION ALL
        SELECT s.customer_id, s.mentor_buddy_id, count(*) FROM ${withMentees}
        WHERE ${isActive} GROUP BY s.customer_id, s.mentor_buddy_id HAVING count(*) > ${mentees_max}`
    }
  },
  {
    id: "mentor_has_places",
    title: "A mentor was given no more mentees than its workspace lets it have.",
    queries: {
      population: sessions,
      // Of those paired by the present setting: a mentor keeps those it had before there were fewer places.
      violations: `
        SELECT s.customer_id, s.mentor_buddy_id AS buddy_id, count(*) AS active, v.max_mentees_per_mentor
        FROM ${withMentees} JOIN mentor_visibility AS v ON v.customer_id = s.customer_id
        WHERE ${isActive} AND player.user_id IS NULL AND s.starts_at > v.updated_at + ${hearing}
        GROUP BY s.customer_id, s.mentor_buddy_id, v.max_mentees_per_mentor
        HAVING count(*) > v.max_mentees_per_mentor`
    }
  }
]
