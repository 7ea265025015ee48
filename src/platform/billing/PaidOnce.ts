/**
 * Which picture is drawn under a name. A drawn one is paid for as long as an Idempotency-Key lives: whoever asks under
 * it again has not got it. What failed was given back, and is followed by another.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { limits } from "../../wire/Limits.ts"
import { namedUuid } from "../postgres/Ids.ts"
import { row } from "../postgres/Sql.ts"

const PictureRow = Schema.Struct({ status: Schema.String, created_at: Schema.Date })

/** The last one, and whether it is paid already; in the transaction that holds the account. */
export const lastPicture = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, name: string, now: Date) {
    const known_since = new Date(now.getTime() - limits.idempotency_ttl_hours * 3_600_000)
    for (let image_id = name; ; image_id = namedUuid("next picture", customer_id, image_id)) {
      const known = yield* row(PictureRow)(sql`
        SELECT status, created_at FROM image_usage
        WHERE customer_id = ${customer_id}::uuid AND image_id = ${image_id}::uuid`)
      if (Option.isNone(known)) return { image_id, isPaid: false }
      const { created_at, status } = known.value
      const isKept = status === "drawn" && created_at >= known_since
      if (status === "drawing" || isKept) return { image_id, isPaid: true }
    }
  })
