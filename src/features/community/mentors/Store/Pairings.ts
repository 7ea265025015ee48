/** What a pairing is judged on and written as, inside the transaction of whoever pairs. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, row, rows } from "../../../../platform/postgres/Sql.ts"
import { closeOver, isActive, type Moments } from "../Store.ts"

const BuddyRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  status: Schema.Literals(["active", "archived"])
})

const TeamRow = Schema.Struct({ team_id: Schema.String, is_shared: Schema.Boolean })
const IdRow = Schema.Struct({ mentor_session_id: Schema.String })

export interface NewSession {
  readonly mentor_session_id: string
  readonly mentor_buddy_id: string
  readonly mentee_buddy_id: string
  readonly team_id: string | null
  readonly starts_at: Date
  readonly ends_at: Date
}

export const pairings = (sql: SqlClient.SqlClient) => {
  return {
    /** one pairing of this mentor at a time */
    lock: (customer_id: string, mentor_buddy_id: string) =>
      execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mentor:${customer_id}:${mentor_buddy_id}`}, 0))`),
    buddy: (customer_id: string, buddy_id: string) =>
      row(BuddyRow)(sql`
        SELECT buddy_id, user_id, audience, status FROM buddies
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`),
    /** teams the mentor has the role in, and whether the mentee is in them */
    roles: (customer_id: string, mentor_buddy_id: string, mentee_buddy_id: string) =>
      rows(TeamRow)(sql`
        SELECT m.team_id, EXISTS (
          SELECT FROM team_members AS other WHERE other.customer_id = m.customer_id AND other.team_id = m.team_id
            AND other.buddy_id = ${mentee_buddy_id}::uuid) AS is_shared
        FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
        WHERE m.customer_id = ${customer_id}::uuid AND m.buddy_id = ${mentor_buddy_id}::uuid AND m.role = 'mentor'
          AND t.deleted_at IS NULL
        ORDER BY m.joined_at, m.team_id`),
    /**
     * The role in this team stays until the transaction ends; false: it is gone. One is enough, and all of them would
     * be waited for in another order than by whoever takes them away.
     */
    keepRole: (customer_id: string, mentor_buddy_id: string, team_id: string) =>
      Effect.map(
        execute(sql`
          SELECT 1 FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
          WHERE m.customer_id = ${customer_id}::uuid AND m.team_id = ${team_id}::uuid
            AND m.buddy_id = ${mentor_buddy_id}::uuid AND m.role = 'mentor' AND t.deleted_at IS NULL
          FOR SHARE OF m, t`),
        (found) => found > 0
      ),
    /** those of the mentee whose time is over make room for another, and those of a test clock it is back from */
    closeOver: (customer_id: string, buddy_id: string, at: Moments) => closeOver(sql, { customer_id, buddy_id }, at),
    mentees: (customer_id: string, mentor_buddy_id: string, { now, present }: Moments) =>
      execute(sql`
        SELECT 1 FROM mentor_sessions AS s WHERE s.customer_id = ${customer_id}::uuid
          AND s.mentor_buddy_id = ${mentor_buddy_id}::uuid AND ${isActive(sql, now, present)}`),
    /** false: somebody else has given the mentee a mentor meanwhile */
    write: (customer_id: string, session: NewSession) =>
      Effect.map(
        execute(sql`
          INSERT INTO mentor_sessions (customer_id, mentor_session_id, mentor_buddy_id, mentee_buddy_id, team_id,
            starts_at, ends_at)
          VALUES (${customer_id}::uuid, ${session.mentor_session_id}::uuid, ${session.mentor_buddy_id}::uuid,
            ${session.mentee_buddy_id}::uuid, ${session.team_id}::uuid, ${session.starts_at}, ${session.ends_at})
          ON CONFLICT (customer_id, mentee_buddy_id) WHERE ended_at IS NULL DO NOTHING RETURNING 1`),
        (written) => written > 0
      ),
    running: (customer_id: string, mentee_buddy_id: string) =>
      Effect.map(
        row(IdRow)(sql`
          SELECT mentor_session_id FROM mentor_sessions WHERE customer_id = ${customer_id}::uuid
            AND mentee_buddy_id = ${mentee_buddy_id}::uuid AND ended_at IS NULL`),
        Option.map(({ mentor_session_id }) => mentor_session_id)
      )
  }
}
