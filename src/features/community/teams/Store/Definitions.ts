/** The teams themselves. One definition of a tenant is written at a time, so that keys, names and numbers hold. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { membersPeriod } from "../../../../engine/community/teams.ts"
import type { TeamTerms } from "../../../../engine/community/TeamTerms.ts"
import { randomBase62, uuid } from "../../../../platform/postgres/Ids.ts"
import { type OffsetPage, offsetList } from "../../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../../platform/postgres/References.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { AlreadyExists, NotFound } from "../../../../wire/Failure.ts"
import { iso, type Listed, listed } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import { CampaignLimit, MembersOfOtherAudience, TeamFull } from "../../../../wire/refusals/Teams.ts"
import type { Team, TeamInput, TeamPatch } from "../Api.ts"
import { keyOfName, patched } from "../Rules.ts"

const TeamRow = Schema.Struct({
  team_id: Schema.String,
  team_key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  audience: Schema.NullOr(Schema.String),
  max_members: Schema.Int,
  metadata: Schema.Record(Schema.String, Schema.Json),
  terms: Schema.Int,
  members: Schema.BigInt,
  mentors: Schema.Int,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
type TeamRow = typeof TeamRow.Type

const Count = Schema.Struct({ count: Schema.Int })
const IdRow = Schema.Struct({ team_id: Schema.String })

const wireOf = ({ created_at, members, terms: _terms, updated_at, ...team }: TeamRow): Team => ({
  ...team,
  status: "active",
  members: Number(members),
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

export interface NewTeam extends TeamInput {
  /** the operation of the import that makes it */
  readonly imported_by?: string
}

export interface Definitions {
  list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<Listed<Team>>>
  /** by id or key, here and below */
  get(customer_id: string, reference: string): Effect.Effect<Team, NotFound>
  /** what a membership is decided on */
  terms(customer_id: string, reference: string): Effect.Effect<TeamTerms, NotFound>
  create(customer_id: string, team: NewTeam, max: number): Effect.Effect<Team, AlreadyExists | CampaignLimit>
  update(
    customer_id: string,
    reference: string,
    patch: TeamPatch
  ): Effect.Effect<Team, NotFound | TeamFull | MembersOfOtherAudience>
  /** in the caller's transaction: gone from every read, and nobody comes in any more; answers its id */
  remove(customer_id: string, reference: string): Effect.Effect<string, NotFound>
  /** teams of these keys and of these exact names; of a name at most two, which is one too many */
  named(
    customer_id: string,
    keys: ReadonlyArray<string>,
    names: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<Team & { readonly terms: number }>>
  /** living teams of the tenant */
  count(customer_id: string): Effect.Effect<number>
  /** how many teams an import has made */
  countOf(customer_id: string, imported_by: string): Effect.Effect<number>
  /** `work` alone among everything of the tenant that makes teams */
  alone<A, E, R>(customer_id: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

const unknown = () => new NotFound({ resource: "team" })
const tail_length = 6
const living = "t.deleted_at IS NULL"
const shown = `t.team_id, t.team_key, t.name, t.description, t.audience, t.max_members, t.metadata, t.terms,
  t.created_at, t.updated_at, coalesce((
    SELECT used FROM rule_budgets AS b WHERE b.customer_id = t.customer_id AND b.rule_id = t.team_id
      AND b.period_key = '${membersPeriod}'), 0) AS members, (
    SELECT count(*)::int FROM team_members AS m
    WHERE m.customer_id = t.customer_id AND m.team_id = t.team_id AND m.role = 'mentor') AS mentors`

/** A team of the tenant that is there. */
const oneOf = (sql: SqlClient.SqlClient, customer_id: string, reference: string) =>
  sql`t.customer_id = ${customer_id}::uuid AND ${sql.literal(living)}
    AND ${namedBy(sql, { id: "t.team_id", key: "t.team_key" })(reference)}`

const reading = (sql: SqlClient.SqlClient) => {
  const columns = sql.literal(shown)
  const ofTenant = (customer_id: string) => sql`t.customer_id = ${customer_id}::uuid AND ${sql.literal(living)}`
  const find = Effect.fnUntraced(function* (customer_id: string, reference: string) {
    const found = yield* row(TeamRow)(sql`
      SELECT ${columns} FROM teams AS t WHERE ${oneOf(sql, customer_id, reference)}`)
    return Option.isNone(found) ? yield* unknown() : found.value
  })
  const countWhere = (where: ReturnType<typeof ofTenant>) =>
    Effect.map(
      row(Count)(sql`SELECT count(*)::int AS count FROM teams AS t WHERE ${where}`),
      (found) => Option.getOrThrow(found).count
    )
  return {
    find,
    list: Effect.fn("TeamStore.list")(function* (customer_id: string, query: OffsetQuery) {
      return yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM teams AS t WHERE ${ofTenant(customer_id)}`,
        read: (limit, offset) =>
          Effect.map(
            rows(TeamRow)(sql`
              SELECT ${columns} FROM teams AS t WHERE ${ofTenant(customer_id)}
              ORDER BY t.created_at DESC, t.team_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map((one) => listed(wireOf(one)))
          )
      })
    }),
    named: Effect.fn("TeamStore.named")(function* (
      customer_id: string,
      keys: ReadonlyArray<string>,
      names: ReadonlyArray<string>
    ) {
      const found = yield* rows(TeamRow)(sql`
        SELECT ${columns} FROM teams AS t WHERE ${ofTenant(customer_id)} AND (t.team_key = ANY(${keys}::text[])
          OR t.name = ANY(${names}::text[]))
        ORDER BY t.created_at, t.team_id`)
      return found.map((one) => ({ ...wireOf(one), terms: one.terms }))
    }),
    count: (customer_id: string) => countWhere(ofTenant(customer_id)),
    countOf: (customer_id: string, imported_by: string) =>
      countWhere(sql`t.customer_id = ${customer_id}::uuid AND t.imported_by = ${imported_by}::uuid`)
  }
}
type Reading = ReturnType<typeof reading>

const changing = (sql: SqlClient.SqlClient, { find }: Reading) => {
  /** Commits of joining members wait from here on, and find other terms afterwards. */
  const hold = (customer_id: string, reference: string) =>
    Effect.flatMap(
      row(IdRow)(sql`SELECT t.team_id FROM teams AS t WHERE ${oneOf(sql, customer_id, reference)} FOR UPDATE`),
      Option.match({ onNone: () => Effect.fail(unknown()), onSome: ({ team_id }) => Effect.succeed(team_id) })
    )
  const others = (customer_id: string, team_id: string, audience: string) =>
    Effect.map(
      row(Count)(sql`
        SELECT count(*)::int AS count FROM team_members AS m
        JOIN buddies AS b ON b.customer_id = m.customer_id AND b.buddy_id = m.buddy_id
        WHERE m.customer_id = ${customer_id}::uuid AND m.team_id = ${team_id}::uuid AND b.audience <> ${audience}`),
      (found) => Option.getOrThrow(found).count
    )

  return {
    hold,
    update: Effect.fnUntraced(function* (customer_id: string, reference: string, patch: TeamPatch) {
      const team_id = yield* hold(customer_id, reference)
      const before = yield* find(customer_id, team_id)
      const next = patched(wireOf(before), patch)
      const [members, max] = [Number(before.members), next.max_members]
      if (max < before.max_members && members > max) return yield* new TeamFull({ members, max })
      if (next.audience !== null && next.audience !== before.audience) {
        const buddies = yield* others(customer_id, team_id, next.audience)
        if (buddies > 0) return yield* new MembersOfOtherAudience({ buddies })
      }
      const isOther = max !== before.max_members || next.audience !== before.audience
      yield* execute(sql`
        UPDATE teams SET name = ${next.name}, description = ${next.description}, audience = ${next.audience},
          max_members = ${max}, metadata = ${JSON.stringify(next.metadata)}::jsonb,
          terms = terms + ${isOther ? 1 : 0}, updated_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND team_id = ${team_id}::uuid`)
      return wireOf(yield* find(customer_id, team_id))
    }),
    remove: Effect.fn("TeamStore.remove")(function* (customer_id: string, reference: string) {
      const team_id = yield* hold(customer_id, reference)
      yield* execute(sql`
        UPDATE teams SET deleted_at = ${yield* nowDate}, terms = terms + 1
        WHERE customer_id = ${customer_id}::uuid AND team_id = ${team_id}::uuid`)
      return team_id
    })
  }
}

const making = (sql: SqlClient.SqlClient, { count, find }: Reading) => {
  const isTaken = (customer_id: string, key: string) =>
    Effect.map(
      execute(sql`
        SELECT 1 FROM teams AS t
        WHERE t.customer_id = ${customer_id}::uuid AND t.team_key = ${key} AND ${sql.literal(living)}`),
      (found) => found > 0
    )
  /** The one that was sent, or one made of the name: with a random tail where that is another team's. */
  const keyOf = Effect.fnUntraced(function* (customer_id: string, { name, team_key }: NewTeam) {
    if (team_key !== null) {
      return (yield* isTaken(customer_id, team_key))
        ? yield* new AlreadyExists({ resource: "team", key: team_key })
        : team_key
    }
    const wanted = keyOfName(name)
    const isFree = !(yield* isTaken(customer_id, wanted))
    return isFree ? wanted : `${wanted}-${(yield* randomBase62(tail_length)).toLowerCase()}`
  })
  return Effect.fnUntraced(function* (customer_id: string, team: NewTeam, max: number) {
    const team_key = yield* keyOf(customer_id, team)
    if ((yield* count(customer_id)) >= max) return yield* new CampaignLimit({ of: "teams", max })
    const [team_id, now] = [yield* uuid, yield* nowDate]
    const { audience, description, imported_by = null, max_members, metadata, name } = team
    yield* execute(sql`
      INSERT INTO teams (customer_id, team_id, team_key, name, description, audience, max_members, metadata,
        imported_by, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${team_id}::uuid, ${team_key}, ${name}, ${description}, ${audience},
        ${max_members}, ${JSON.stringify(metadata)}::jsonb, ${imported_by}::uuid, ${now}, ${now})`)
    return wireOf(yield* Effect.orDie(find(customer_id, team_id)))
  })
}

export const definitions = (sql: SqlClient.SqlClient): Definitions => {
  const transaction = transactionOf(sql)
  const reads = reading(sql)
  const { remove, update } = changing(sql, reads)
  const make = making(sql, reads)
  const alone = <A, E, R>(customer_id: string, work: Effect.Effect<A, E, R>) =>
    transaction(
      Effect.andThen(
        Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`teams:${customer_id}`}, 0))`),
        work
      )
    )
  const { count, countOf, find, list, named } = reads
  return {
    list,
    named,
    count,
    countOf,
    alone,
    get: (customer_id, reference) => Effect.map(find(customer_id, reference), wireOf),
    terms: (customer_id, reference) =>
      Effect.map(find(customer_id, reference), ({ audience, max_members, team_id, terms }) => ({
        team_id,
        terms,
        max_members,
        audience
      })),
    create: Effect.fn("TeamStore.create")((customer_id, team, max) => alone(customer_id, make(customer_id, team, max))),
    update: Effect.fn("TeamStore.update")((customer_id, reference, patch) =>
      transaction(update(customer_id, reference, patch))
    ),
    remove
  }
}
