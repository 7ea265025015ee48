/** Erasures as a tenant sees them. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ErasedUnit } from "../../../buddy/Standings/Farewell.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { Origin } from "../../../wire/Change.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { Erasure } from "./Api.ts"

const Proven = Schema.Struct({ buddies: Schema.Unknown, scan: Schema.Unknown })
const Row = Schema.Struct({
  erasure_id: Schema.String,
  status: Schema.Literals(["running", "completed", "failed"]),
  requested_at: Schema.Date,
  requested_by: Origin,
  completed_at: Schema.NullOr(Schema.Date),
  rows: Schema.Record(Schema.String, Schema.Int),
  proof: Schema.NullOr(Schema.fromJsonString(Proven)),
  units: Schema.Array(Schema.Struct({ buddy_id: Schema.String, units: Schema.Record(Schema.String, ErasedUnit) })),
  prev_hash: Schema.NullOr(Schema.String),
  hash: Schema.NullOr(Schema.String)
})

const columns = `erasure_id, status, requested_at, requested_by, completed_at, rows, proof, prev_hash, hash, (
  SELECT coalesce(jsonb_agg(jsonb_build_object('buddy_id', b.buddy_id, 'units', b.units) ORDER BY b.buddy_id), '[]')
  FROM erased_buddies AS b WHERE b.customer_id = e.customer_id AND b.erasure_id = e.erasure_id) AS units`

/** Of one that runs: what is known before its ledgers are told anew. */
const sofar = (units: (typeof Row.Type)["units"]): Erasure["buddies"] =>
  units.map(({ buddy_id, units: held }) => ({
    buddy_id,
    units: Object.keys(held)
      .toSorted()
      .map((unit) => ({ ...held[unit]!, unit, head_hash_after: null }))
  }))

const wireOf = ({ completed_at, proof, requested_at, units, ...erasure }: typeof Row.Type): Erasure => ({
  ...erasure,
  requested_at: iso(requested_at),
  completed_at: isoOrNull(completed_at),
  buddies: proof === null ? sofar(units) : (proof.buddies as Erasure["buddies"]),
  scan: proof === null ? null : (proof.scan as Erasure["scan"])
})

export class ErasureStore extends Context.Service<
  ErasureStore,
  {
    list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<Erasure>>
    read(customer_id: string, id: string): Effect.Effect<Erasure, NotFound>
  }
>()("hatchery/features/erasures/ErasureStore") {
  static readonly layer = Layer.effect(
    ErasureStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return ErasureStore.of({
        list: Effect.fn("ErasureStore.list")((customer_id, query) =>
          offsetList(query, {
            count: sql`SELECT count(*)::int AS total FROM erasures WHERE customer_id = ${customer_id}::uuid`,
            read: (limit, offset) =>
              Effect.map(
                rows(Row)(sql`
                  SELECT ${sql.literal(columns)} FROM erasures AS e WHERE e.customer_id = ${customer_id}::uuid
                  ORDER BY e.erasure_id DESC LIMIT ${limit} OFFSET ${offset}`),
                (found) => found.map(wireOf)
              )
          })
        ),
        read: Effect.fn("ErasureStore.read")(function* (customer_id, id) {
          if (!isUuid(id)) return yield* new NotFound({ resource: "erasure" })
          const found = yield* row(Row)(sql`
            SELECT ${sql.literal(columns)} FROM erasures AS e
            WHERE e.customer_id = ${customer_id}::uuid AND e.erasure_id = ${id}::uuid`)
          return Option.isNone(found) ? yield* new NotFound({ resource: "erasure" }) : wireOf(found.value)
        })
      })
    })
  )
}
