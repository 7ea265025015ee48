/** How far the step of an erasure has come that is under way: a crash costs a page and not the step. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, row } from "../../../../platform/postgres/Sql.ts"

export interface ErasureKey {
  readonly customer_id: string
  readonly erasure_id: string
}

const Place = Schema.Struct({
  step: Schema.String,
  /** how many there are of what the step goes through: a place in another list is none in this one */
  entries: Schema.Int,
  entry: Schema.Int,
  /** in the entry; empty: at its beginning */
  next: Schema.String,
  /** by a scan, so far */
  found: Schema.Int
})
type Place = typeof Place.Type
const Kept = Schema.Struct({ progress: Schema.NullOr(Place) })

export const placesIn = (sql: SqlClient.SqlClient) => ({
  /** the beginning, where another step was under way */
  placeOf: Effect.fnUntraced(function* ({ customer_id, erasure_id }: ErasureKey, step: string, entries: number) {
    const kept = yield* row(Kept)(sql`
      SELECT progress FROM erasures WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid`)
    const place = Option.isSome(kept) ? kept.value.progress : null
    const beginning: Place = { step, entries, entry: 0, next: "", found: 0 }
    return place?.step === step && place.entries === entries ? place : beginning
  }),
  /** an entry that is done needs no place: what comes after it is found soon enough */
  keep: (
    { customer_id, erasure_id }: ErasureKey,
    { next, ...place }: Omit<Place, "next"> & { readonly next: string | undefined }
  ): Effect.Effect<void> =>
    next === undefined
      ? Effect.void
      : Effect.asVoid(
          execute(sql`
            UPDATE erasures SET progress = ${JSON.stringify({ ...place, next })}::jsonb
            WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid`)
        )
})
