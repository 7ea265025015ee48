/** Who is in which team. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type OffsetPage, offsetList } from "../../../../platform/postgres/Paging.ts"
import { execute, row, rows } from "../../../../platform/postgres/Sql.ts"
import { assetUrl } from "../../../../platform/storage/Assets.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { iso, isUuid } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { TeamRole } from "../../../../wire/refusals/Teams.ts"
import type { BuddyTeam, TeamMember } from "../Api.ts"

const BuddyRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  name: Schema.String,
  thumb_sha: Schema.NullOr(Schema.String)
})
const MemberRow = Schema.Struct({
  ...BuddyRow.fields,
  team_id: Schema.String,
  role: TeamRole,
  joined_at: Schema.Date
})
const TeamOfBuddy = Schema.Struct({
  team_id: Schema.String,
  team_key: Schema.String,
  name: Schema.String,
  role: TeamRole,
  joined_at: Schema.Date
})
const IdRow = Schema.Struct({ buddy_id: Schema.String })
const CountRow = Schema.Struct({ count: Schema.Int })
const TeamIdRow = Schema.Struct({ team_id: Schema.String })

export interface Held {
  readonly team_id: string
  readonly role: TeamRole
  /** epoch ms */
  readonly joined_at: number
}

export interface Members {
  /** of a team that is there; mentors first, then in the order in which they joined */
  listMembers(
    customer_id: string,
    team_id: string,
    query: OffsetQuery & { readonly role?: TeamRole }
  ): Effect.Effect<OffsetPage<TeamMember>>
  /** a membership as its buddy's commit says it is, whatever has become of it since */
  member(customer_id: string, buddy_id: string, held: Held): Effect.Effect<TeamMember, NotFound>
  teamsOf(customer_id: string, buddy_id: string): Effect.Effect<ReadonlyArray<BuddyTeam>, NotFound>
  /** up to so many of each of these teams, in the order of the list; for whoever shows several at once */
  firstOf(customer_id: string, team_ids: ReadonlyArray<string>, count: number): Effect.Effect<ReadonlyArray<TeamMember>>
  /** deleted teams that a buddy has not been taken out of yet */
  leftovers(customer_id: string, buddy_id: string): Effect.Effect<ReadonlyArray<string>>
  /** of a deleted team: who is still to be taken out, by id and behind this one */
  remaining(
    customer_id: string,
    team_id: string,
    after: string | null,
    count: number
  ): Effect.Effect<ReadonlyArray<string>>
  /** how many those are */
  remainingCount(customer_id: string, team_id: string): Effect.Effect<number>
  /** of a deleted team: a row whose buddy cannot be asked any more */
  drop(customer_id: string, team_id: string, buddy_id: string): Effect.Effect<void>
}

const columns = "m.team_id, m.buddy_id, b.user_id, b.name, b.thumb_sha, m.role, m.joined_at"
const order = "(m.role = 'mentor') DESC, m.joined_at, m.buddy_id"
const withBuddies = `team_members AS m JOIN buddies AS b ON b.customer_id = m.customer_id AND b.buddy_id = m.buddy_id`

const ofTeam = (sql: SqlClient.SqlClient, publicUrl: string) => {
  const memberOf = ({ joined_at, thumb_sha, ...member }: typeof MemberRow.Type): TeamMember => ({
    ...member,
    thumb_url: assetUrl(publicUrl, thumb_sha),
    joined_at: iso(joined_at)
  })
  const found = (where: Statement.Fragment, rest: Statement.Fragment) =>
    Effect.map(
      rows(MemberRow)(sql`
        SELECT ${sql.literal(columns)} FROM ${sql.literal(withBuddies)} WHERE ${where} ${rest}`),
      (members) => members.map(memberOf)
    )
  const inTeam = (customer_id: string, team_id: string) =>
    sql`m.customer_id = ${customer_id}::uuid AND m.team_id = ${team_id}::uuid`
  return {
    listMembers: Effect.fn("TeamStore.listMembers")(function* (
      customer_id: string,
      team_id: string,
      { role, ...query }: OffsetQuery & { readonly role?: TeamRole }
    ) {
      const where = sql.and([inTeam(customer_id, team_id), ...(role === undefined ? [] : [sql`m.role = ${role}`])])
      return yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM team_members AS m WHERE ${where}`,
        read: (limit, offset) => found(where, sql`ORDER BY ${sql.literal(order)} LIMIT ${limit} OFFSET ${offset}`)
      })
    }),
    member: Effect.fn("TeamStore.member")(function* (customer_id: string, buddy_id: string, held: Held) {
      const found = yield* row(BuddyRow)(sql`
        SELECT buddy_id, user_id, name, thumb_sha FROM buddies
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
      if (Option.isNone(found)) return yield* new NotFound({ resource: "buddy" })
      const { team_id, role, joined_at } = held
      return memberOf({ ...found.value, team_id, role, joined_at: new Date(joined_at) })
    }),
    firstOf: (customer_id: string, team_ids: ReadonlyArray<string>, count: number) =>
      Effect.map(
        Effect.forEach(team_ids, (id) =>
          found(inTeam(customer_id, id), sql`ORDER BY ${sql.literal(order)} LIMIT ${count}`)
        ),
        (all) => all.flat()
      )
  }
}

const ofBuddy = (sql: SqlClient.SqlClient) => {
  const held = (customer_id: string, buddy_id: string) => sql`
    FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
    WHERE m.customer_id = ${customer_id}::uuid AND m.buddy_id = ${buddy_id}::uuid`
  return {
    teamsOf: Effect.fn("TeamStore.teamsOf")(function* (customer_id: string, buddy_id: string) {
      const known = isUuid(buddy_id)
        ? yield* execute(sql`
            SELECT 1 FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
        : 0
      if (known === 0) return yield* new NotFound({ resource: "buddy" })
      const found = yield* rows(TeamOfBuddy)(sql`
        SELECT t.team_id, t.team_key, t.name, m.role, m.joined_at ${held(customer_id, buddy_id)}
          AND t.deleted_at IS NULL
        ORDER BY m.joined_at, t.team_id`)
      return found.map(({ joined_at, ...team }) => ({ ...team, joined_at: iso(joined_at) }))
    }),
    leftovers: (customer_id: string, buddy_id: string) =>
      Effect.map(
        rows(TeamIdRow)(sql`SELECT t.team_id ${held(customer_id, buddy_id)} AND t.deleted_at IS NOT NULL`),
        (found) => found.map(({ team_id }) => team_id)
      )
  }
}

export const members = (sql: SqlClient.SqlClient, publicUrl: string): Members => ({
  ...ofTeam(sql, publicUrl),
  ...ofBuddy(sql),
  remaining: (customer_id, team_id, after, count) =>
    Effect.map(
      rows(IdRow)(sql`
        SELECT buddy_id FROM team_members WHERE customer_id = ${customer_id}::uuid AND team_id = ${team_id}::uuid
          AND (${after}::uuid IS NULL OR buddy_id > ${after}::uuid)
        ORDER BY buddy_id LIMIT ${count}`),
      (found) => found.map(({ buddy_id }) => buddy_id)
    ),
  remainingCount: (customer_id, team_id) =>
    Effect.map(
      row(CountRow)(sql`
        SELECT count(*)::int AS count FROM team_members
        WHERE customer_id = ${customer_id}::uuid AND team_id = ${team_id}::uuid`),
      (found) => Option.getOrThrow(found).count
    ),
  drop: (customer_id, team_id, buddy_id) =>
    Effect.asVoid(
      execute(sql`
        DELETE FROM team_members WHERE customer_id = ${customer_id}::uuid AND team_id = ${team_id}::uuid
          AND buddy_id = ${buddy_id}::uuid RETURNING 1`)
    )
})
