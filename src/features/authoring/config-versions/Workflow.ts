/**
 * Moves buddies to the active version, a batch at a time. A buddy that was moved already answers the same command id
 * with its first answer.
 */
import { Effect, Option, Schema } from "effect"
import { steady } from "../../../platform/cluster/Jobs.ts"
import { inWaves } from "../../../platform/cluster/Waves.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { ask, begun, inBatches, lastOf, sum, unlessBroken } from "../../players/operations/Service/Batches.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import { BuddyMigrations, Migrate } from "./Service/BuddyMigration.ts"
import { Migration, type PinnedBuddy } from "./Store/BuddyMigration.ts"

const batch_size = 200

const Counts = Schema.Struct({ migrated: Schema.Int, skipped: Schema.Int, failed: Schema.Int })
type Counts = typeof Counts.Type
const none: Counts = { migrated: 0, skipped: 0, failed: 0 }
const Batch = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })

/** The job ends where it stands: whoever is of a newer version by now is not moved back. */
const replaced = {
  code: "config_not_active",
  message: "Another version was published meanwhile. Buddies that were not moved yet can be migrated to that one."
} as const

const move = Effect.fn("Migrate.move")(function* (
  key: OperationKey,
  config_version_id: string,
  { buddy_id, config_version_id: from_version_id }: PinnedBuddy
) {
  const command_id = `migrate:${key.operation_id}:${buddy_id}`
  const command = { _tag: "Repin", config_version_id, from_version_id } as const
  return yield* ask(key.customer_id, buddy_id, { command_id, command }).pipe(
    Effect.as("migrated" as const),
    Effect.catchTags({
      // Archived since it was found, or moved by somebody else.
      CommandRejected: () => Effect.succeed("skipped" as const),
      BuddyNotFound: () => Effect.succeed("skipped" as const),
      Unavailable: () => Effect.succeed("failed" as const)
    }),
    unlessBroken(() => "failed" as const)
  )
})

const batch = Effect.fnUntraced(function* (key: OperationKey, migration: Migration, after: string | null) {
  const migrations = yield* BuddyMigrations
  const found = yield* steady(migrations.next(key.customer_id, migration, after, batch_size))
  if (Option.isNone(found)) {
    const operations = yield* OperationStore
    yield* steady(operations.fail(key, replaced))
    return { ...none, last: null }
  }
  const moved = yield* inWaves(found.value, (buddy) => move(key, migration.config_version_id, buddy))
  const count = (outcome: keyof Counts) => moved.filter((one) => one === outcome).length
  return {
    migrated: count("migrated"),
    skipped: count("skipped"),
    failed: count("failed"),
    last: lastOf(
      found.value.map(({ buddy_id }) => buddy_id),
      batch_size
    )
  }
})

/** Needs WorkflowEngine, Buddies, OperationStore and BuddyMigrations. */
export const MigrateLive = Migrate.toLayer(
  Effect.fn("Migrate")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begun(key, Migration),
      plan: Migration,
      name: "batch",
      batch: Batch,
      none,
      plus: sum,
      run: (migration, after) => batch(key, migration, after),
      progress: (counts: Counts) => counts,
      result: (counts) => counts
    })
  })
)
