/**
 * Moving buddies to the active version: the one way in which an existing buddy's rules change (contract parts 1 and
 * 9). Buddies are moved one by one through their actors; this finds them. Whoever is archived stays where he is.
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow } from "../../../../platform/cluster/Jobs.ts"
import { type NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import type { OperationLimit } from "../../../../wire/refusals/OpenJobs.ts"
import { Operations } from "../../../players/operations/Service.ts"
import { type Migration, migrationReads, type PinnedBuddy } from "../Store/BuddyMigration.ts"
import { ConfigNotActive, type MigrateBuddies, type MigrationPlan } from "../Api.ts"
import { transactionOf, versionReads } from "../Store/Versions.ts"

/** Batches of buddies through their actors; its steps stand in Workflow. */
export const Migrate = jobWorkflow("Migrate")

type Request = Omit<MigrateBuddies, "dry_run">
type Refusal = NotFound | ConfigNotActive | ValidationFailed

export class BuddyMigrations extends Context.Service<
  BuddyMigrations,
  {
    /** who would be moved; writes nothing */
    plan(customer_id: string, reference: string, request: Request): Effect.Effect<MigrationPlan, Refusal>
    /** answers the operation */
    start(customer_id: string, reference: string, request: Request): Effect.Effect<string, Refusal | OperationLimit>
    /** the next buddies to be moved, in order of their ids; none: another version has been published since */
    next(
      customer_id: string,
      migration: Migration,
      after: string | null,
      count: number
    ): Effect.Effect<Option.Option<ReadonlyArray<PinnedBuddy>>>
  }
>()("hatchery/features/config-versions/BuddyMigrations") {
  static readonly layer = Layer.effect(
    BuddyMigrations,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(Operations.layer))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* Operations
  const transaction = transactionOf(sql)
  const { find } = versionReads(sql)

  const { byVersion, isActive, next } = migrationReads(sql)

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

  return BuddyMigrations.of({
    plan: Effect.fn("BuddyMigrations.plan")(function* (customer_id, reference, request) {
      const migration = yield* resolve(customer_id, reference, request)
      const from_versions = yield* byVersion(customer_id, migration)
      const buddies = from_versions.reduce((sum, version) => sum + version.buddies, 0)
      return { dry_run: true, config_version_id: migration.config_version_id, buddies, from_versions }
    }),
    start: (customer_id, reference, request) =>
      transaction(
        Effect.gen(function* () {
          const payload = yield* resolve(customer_id, reference, request)
          return yield* operations.openOfFew(customer_id, Migrate, {
            type: "migrate",
            resource_type: "config_version",
            resource_id: payload.config_version_id,
            payload
          })
        })
      ),
    next: Effect.fn("BuddyMigrations.next")(function* (customer_id, migration, after, count) {
      if (!(yield* isActive(customer_id, migration))) return Option.none()
      return Option.some(yield* next(customer_id, migration, after, count))
    })
  })
})
