/**
 * Moves buddies to the active version, a batch at a time. Every batch is recorded, so a crash loses one at most, and
 * a buddy that was moved already answers the same command id with its first answer. Between two batches it looks
 * whether the operation is still wanted.
 */
import { Effect, Schedule, Schema } from "effect"
import { Activity } from "effect/workflow"
import { Buddies } from "../../buddy/Buddies.ts"
import { type OperationKey, steady } from "../../platform/Jobs.ts"
import { OperationStore } from "../operations/Store.ts"
import { BuddyMigrationStore, Migrate, Migration } from "./Store/BuddyMigration.ts"

const batch_size = 200
/** actors asked at the same time: other work on the runner goes on */
const concurrency = 8
/** tries of one buddy whose runner is moving or busy, half a second apart */
const tries_max = 20

const Counts = Schema.Struct({ migrated: Schema.Int, skipped: Schema.Int, failed: Schema.Int })
type Counts = typeof Counts.Type
const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })

const plus = (left: Counts, right: Counts): Counts => ({
  migrated: left.migrated + right.migrated,
  skipped: left.skipped + right.skipped,
  failed: left.failed + right.failed
})

const begin = (key: OperationKey) =>
  Activity.make({
    name: "begin",
    success: Schema.NullOr(Migration),
    execute: Effect.gen(function* () {
      const migrations = yield* BuddyMigrationStore
      return yield* steady(migrations.begin(key))
    })
  })

const move = Effect.fn("Migrate.move")(function* (key: OperationKey, config_version_id: string, buddy_id: string) {
  const buddies = yield* Buddies
  const request = {
    command_id: `migrate:${key.operation_id}:${buddy_id}`,
    command: { _tag: "Repin", config_version_id },
    event: null,
    webhooks: true
  } as const
  return yield* buddies.send(key.customer_id, buddy_id, request).pipe(
    Effect.retry({
      while: (failure) => failure._tag === "Unavailable",
      schedule: Schedule.spaced("500 millis"),
      times: tries_max
    }),
    Effect.as("migrated" as const),
    Effect.catchTags({
      // Archived since it was found.
      CommandRejected: () => Effect.succeed("skipped" as const),
      BuddyNotFound: () => Effect.succeed("skipped" as const),
      Unavailable: () => Effect.succeed("failed" as const)
    })
  )
})

const batch = (key: OperationKey, migration: Migration, number: number, after: string | null, counts: Counts) =>
  Activity.make({
    name: `batch/${number}`,
    success: Schema.NullOr(Batch),
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      const migrations = yield* BuddyMigrationStore
      if (!(yield* steady(operations.progress(key, counts)))) return null
      const ids = yield* steady(migrations.next(key.customer_id, migration, after, batch_size))
      const moved = yield* Effect.forEach(ids, (id) => move(key, migration.config_version_id, id), { concurrency })
      const count = (outcome: keyof Counts) => moved.filter((one) => one === outcome).length
      return {
        migrated: count("migrated"),
        skipped: count("skipped"),
        failed: count("failed"),
        last: ids.length < batch_size ? null : ids.at(-1)!
      }
    })
  })

const finish = (key: OperationKey, counts: Counts) =>
  Activity.make({
    name: "finish",
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      yield* steady(operations.complete(key, counts))
    })
  })

/** Needs WorkflowEngine, Buddies, OperationStore and BuddyMigrationStore. */
export const MigrateLive = Migrate.toLayer(
  Effect.fn("Migrate")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const migration = yield* begin(key)
    if (migration === null) return
    let counts: Counts = { migrated: 0, skipped: 0, failed: 0 }
    let after: string | null = null
    for (let number = 0; ; number++) {
      const done: typeof Batch.Type | null = yield* batch(key, migration, number, after, counts)
      if (done === null) return
      counts = plus(counts, done)
      if (done.last === null) break
      after = done.last
    }
    yield* finish(key, counts)
  })
)
