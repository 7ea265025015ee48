/** Which pictures of links there are. Their bytes are assets that nothing else has. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, nowDate, row, transactionOf } from "../../../platform/postgres/Sql.ts"

export const ogStoreLimits = { kept_of_tenant_max: 1_000 } as const

const day_ms = 86_400_000

const FoundRow = Schema.Struct({ sha256: Schema.String, used_at: Schema.Date })
const TotalRow = Schema.Struct({ total: Schema.Int })

export interface OgImage {
  readonly customer_id: string
  readonly look: string
  readonly sha256: string
  readonly buddy_ids: ReadonlyArray<string>
}

export class OgImageStore extends Context.Service<
  OgImageStore,
  {
    /** the SHA-256 of a picture that is kept; it stays for as long as it is asked for */
    find(customer_id: string, look: string): Effect.Effect<Option.Option<string>>
    /**
     * counts it before its bytes are kept; false: somebody on it is gone, or the tenant has as many as it may, all of
     * them in use
     */
    claim(image: OgImage): Effect.Effect<boolean>
    /** its bytes are kept */
    conclude(image: OgImage): Effect.Effect<void>
  }
>()("hatchery/features/og-images/OgImageStore") {
  static readonly layer = Layer.effect(
    OgImageStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return OgImageStore.of({
        find: Effect.fn("OgImageStore.find")(function* (customer_id, look) {
          // One that was given up names nobody any more: whoever is erased next would leave it where it is.
          const one = sql`customer_id = ${customer_id}::uuid AND look = ${look} AND kept_at IS NOT NULL
            AND used_at > 'epoch'`
          const found = yield* row(FoundRow)(sql`SELECT sha256, used_at FROM og_images WHERE ${one}`)
          const now = yield* nowDate
          if (Option.isNone(found) || now.getTime() - found.value.used_at.getTime() < day_ms)
            return Option.map(found, ({ sha256 }) => sha256)
          // A sweep that has just taken it away leaves nothing to change.
          const used = yield* row(FoundRow)(
            sql`UPDATE og_images SET used_at = ${now} WHERE ${one} RETURNING sha256, used_at`
          )
          return Option.map(used, ({ sha256 }) => sha256)
        }),
        ...keeping(sql)
      })
    })
  )
}

const keeping = (sql: SqlClient.SqlClient): Pick<OgImageStore["Service"], "claim" | "conclude"> => ({
  claim: Effect.fn("OgImageStore.claim")(({ buddy_ids, customer_id, look, sha256 }) =>
    transactionOf(sql)(
      Effect.gen(function* () {
        const now = yield* nowDate
        // Buddies are held: whoever erases one finds the picture, or comes first and there is none.
        const present = yield* execute(sql`
          SELECT 1 FROM buddy_identities AS b
          WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ANY(${buddy_ids}::uuid[])
            AND NOT EXISTS (SELECT FROM erased_buddies AS e
              WHERE e.customer_id = b.customer_id AND e.buddy_id = b.buddy_id)
          ORDER BY b.buddy_id FOR KEY SHARE OF b`)
        if (present < new Set(buddy_ids).size) return false
        yield* Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`og_images:${customer_id}`}, 0))`)
        const { total } = Option.getOrThrow(
          yield* row(TotalRow)(sql`
            SELECT count(*)::int AS total FROM og_images
            WHERE customer_id = ${customer_id}::uuid AND used_at > 'epoch' AND look <> ${look}`)
        )
        if (total >= ogStoreLimits.kept_of_tenant_max) {
          const given = yield* row(Schema.Struct({ look: Schema.String }))(sql`
            UPDATE og_images SET used_at = 'epoch', buddy_ids = '{}'
            WHERE customer_id = ${customer_id}::uuid AND look = (
              SELECT look FROM og_images WHERE customer_id = ${customer_id}::uuid AND used_at > 'epoch'
                AND used_at < ${new Date(now.getTime() - day_ms)}
              ORDER BY used_at LIMIT 1)
            RETURNING look`)
          if (Option.isNone(given)) return false
        }
        yield* execute(sql`
          INSERT INTO og_images (customer_id, look, sha256, buddy_ids, used_at)
          VALUES (${customer_id}::uuid, ${look}, ${sha256}, ${buddy_ids}::uuid[], ${now})
          ON CONFLICT (customer_id, look) DO UPDATE
            SET sha256 = excluded.sha256, buddy_ids = excluded.buddy_ids, used_at = excluded.used_at
          RETURNING look`)
        return true
      })
    )
  ),
  // Where an erasure was quicker it is taken back with the next sweep, bytes and all.
  conclude: Effect.fn("OgImageStore.conclude")(function* ({ customer_id, look, sha256 }) {
    yield* execute(sql`
      INSERT INTO og_images (customer_id, look, sha256, buddy_ids, kept_at, used_at)
      VALUES (${customer_id}::uuid, ${look}, ${sha256}, '{}', ${yield* nowDate}, 'epoch')
      ON CONFLICT (customer_id, look) DO UPDATE SET kept_at = excluded.kept_at RETURNING look`)
  })
})
