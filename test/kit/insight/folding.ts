/** Deltas that wait to be added up, and the fold step by step. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { FoldStore } from "../../../src/features/insight/analytics/Store/Fold.ts"
import type { Delta } from "../../../src/wire/analytics/Delta.ts"
import { now } from "../postgres/RetentionDatabase.ts"

/** As if they had been written one after the other. */
export const leave = (customer_id: string, deltas: ReadonlyArray<Delta>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const [place, body] of deltas.entries()) {
      yield* sql`
        INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
        VALUES (${customer_id}::uuid, uuidv7(interval '1 second' * ${place}::int), ${JSON.stringify(body)}::json,
          ${new Date(now + place)})`
    }
  })

export const foldOnce = (deltas: number, users: number) =>
  Effect.gen(function* () {
    return yield* (yield* FoldStore).fold()
  }).pipe(Effect.provide(Layer.fresh(FoldStore.layerOf({ deltas, users }))))

export const foldAll = (deltas: number, users: number) =>
  Effect.repeat(foldOnce(deltas, users), { while: (isMore) => isMore })
