/**
 * Moving buddies to the active version: the one way in which an existing buddy's rules change (contract parts 1 and
 * 9). Buddies are moved one by one through their actors; this finds them. Whoever is archived stays where he is.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Jobs, jobWorkflow } from "../../../../platform/cluster/Jobs.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { type NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import { ConfigNotActive, type MigrateBuddies, type MigrationPlan } from "../Api.ts"
import { transactionOf, versionReads } from "./Versions.ts"

/** Batches of buddies through their actors; its steps stand in Workflow. */
export const Migrate = jobWorkflow("Migrate")

/** Who is moved where. A null selects everybody who is not there yet. */
export const Migration = Schema.Struct({
  config_version_id: Schema.String,
  from_version_id: Schema.NullOr(Schema.String),
  buddy_ids: Schema.NullOr(Schema.Array(Schema.String))
})
export type Migration = typeof Migration.Type

const Buddy = Schema.Struct({ buddy_id: Schema.String })
const ByVersion = Schema.Struct({ config_version_id: Schema.String, number: Schema.Int, buddies: Schema.Int })

type Request = Omit<MigrateBuddies, "dry_run">
type Refusal = NotFound | ConfigNotActive | ValidationFailed

export class BuddyMigrationStore extends Context.Service<
  BuddyMigrationStore,
  {
    /** who would be moved; writes nothing */
    plan(customer_id: string, reference: string, request: Request): Effect.Effect<MigrationPlan, Refusal>
    /** answers the operation */
    start(customer_id: string, reference: string, request: Request): Effect.Effect<string, Refusal>
    /** the next buddies to be moved, in order of their ids */
    next(
      customer_id: string,
      migration: Migration,
      after: string | null,
      count: number
    ): Effect.Effect<ReadonlyArray<string>>
  }
>()("hatchery/features/config-versions/BuddyMigrationStore") {
  static readonly layer = Layer.effect(
    BuddyMigrationStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(OperationStore.layer))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* OperationStore
  const jobs = yield* Jobs
  const transaction = transactionOf(sql)
  const { find } = versionReads(sql)

  const selected = (customer_id: string, { buddy_ids, config_version_id, from_version_id }: Migration) =>
    sql`b.customer_id = ${customer_id}::uuid AND b.status = 'active'
        AND b.config_version_id <> ${config_version_id}::uuid
        AND (${from_version_id}::uuid IS NULL OR b.config_version_id = ${from_version_id}::uuid)
        AND (${buddy_ids}::uuid[] IS NULL OR b.buddy_id = ANY(${buddy_ids}::uuid[]))`

  const resolve = Effect.fnUntraced(function* (customer_id: string, reference: string, request: Request) {
    const { config_version_id, status } = yield* find(customer_id, reference)
    if (status !== "published") return yield* new ConfigNotActive({ status })
    const { buddy_ids = null, from_version_id = null } = request
    const from =
      from_version_id === null
        ? null
        : yield* find(customer_id, from_version_id).pipe(
            Effect.mapError(() => ValidationFailed.at(["from_version_id"], "from_version_id names no config version"))
          )
    return {
      config_version_id,
      from_version_id: from === null ? null : from.config_version_id,
      // What cannot be an identifier is nobody's.
      buddy_ids: buddy_ids === null ? null : buddy_ids.filter(isUuid)
    }
  })

  return BuddyMigrationStore.of({
    plan: Effect.fn("BuddyMigrationStore.plan")(function* (customer_id, reference, request) {
      const migration = yield* resolve(customer_id, reference, request)
      const from_versions = yield* rows(ByVersion)(sql`
        SELECT v.config_version_id, v.number, count(*)::int AS buddies
        FROM buddies AS b
        JOIN config_versions AS v ON v.customer_id = b.customer_id AND v.config_version_id = b.config_version_id
        WHERE ${selected(customer_id, migration)}
        GROUP BY v.config_version_id, v.number ORDER BY v.number`)
      const buddies = from_versions.reduce((sum, version) => sum + version.buddies, 0)
      return { dry_run: true, config_version_id: migration.config_version_id, buddies, from_versions }
    }),
    start: (customer_id, reference, request) =>
      transaction(
        Effect.gen(function* () {
          const payload = yield* resolve(customer_id, reference, request)
          const operation_id = yield* operations.create(customer_id, {
            type: "migrate",
            resource_type: "config_version",
            resource_id: payload.config_version_id,
            payload
          })
          yield* sql.afterCommit(jobs.start(Migrate, { customer_id, operation_id }))
          return operation_id
        })
      ),
    next: Effect.fn("BuddyMigrationStore.next")(function* (customer_id, migration, after, count) {
      const found = yield* rows(Buddy)(sql`
        SELECT b.buddy_id FROM buddies AS b
        WHERE ${selected(customer_id, migration)} AND (${after}::uuid IS NULL OR b.buddy_id > ${after}::uuid)
        ORDER BY b.buddy_id LIMIT ${count}`)
      return found.map(({ buddy_id }) => buddy_id)
    })
  })
})
