/** Who is being erased, and whether a request or an answer names them. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, rows } from "../postgres/Sql.ts"
import type { Vault } from "../secrets/Vault.ts"
import { sealedUserPlace } from "./Marks.ts"
import type { Person } from "./Personal.ts"
import { idsOf } from "./Texts.ts"

const ids_in = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Whether a path or an answer names the person: ids anywhere, the user where it is one in a path or a field. */
export const namedIn = (person: Person) => {
  const user = JSON.stringify(person.user_id)
  const field = new RegExp(`"(?:[\\w.-]*_)?(?:user_id|userId)"\\s*:\\s*${user.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`)
  const segment = new RegExp(`/users/${encodeURIComponent(person.user_id).replace(/[.*()]/g, "\\$&")}(?:/|\\?|$)`)
  const ids = new Set(idsOf(person))
  const hasId = (text: string) => text.match(ids_in)?.some((id) => ids.has(id)) ?? false
  return (path: string, body: string) => hasId(path) || hasId(body) || segment.test(path) || field.test(body)
}

const Underway = Schema.Struct({
  erasure_id: Schema.String,
  sealed_user_id: Schema.Uint8Array,
  event_limit: Schema.BigInt,
  buddy_ids: Schema.Array(Schema.String),
  egg_ids: Schema.Array(Schema.String),
  requested_at: Schema.Date
})

/** Those of a tenant whose erasure was asked for since a moment and has not come to its end. */
export const personsUnderway = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  vault: Vault["Service"],
  customer_id: string,
  since: Date
) {
  const found = yield* rows(Underway)(sql`
    SELECT erasure_id, sealed_user_id, event_limit, buddy_ids, egg_ids, requested_at FROM erasures
    WHERE customer_id = ${customer_id}::uuid AND sealed_user_id IS NOT NULL AND requested_at >= ${since}`)
  return yield* Effect.forEach(found, ({ erasure_id, event_limit, sealed_user_id, ...rest }) =>
    Effect.map(vault.open(sealed_user_id, sealedUserPlace(erasure_id)), (user_id): Person => ({
      ...rest,
      customer_id,
      user_id,
      event_limit: Number(event_limit)
    }))
  )
})

const about = /"buddy_id"\s*:\s*"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/gi

/**
 * Whether a request names as its buddy one of a user who was erased since a moment. Answers that name nobody are not
 * found by an erasure: that of a token is a token.
 */
export const namesErasedBuddy = (sql: SqlClient.SqlClient, customer_id: string, body: string, since: Date) => {
  const buddy_ids = Array.from(body.matchAll(about), ([, buddy_id]) => buddy_id!)
  if (buddy_ids.length === 0) return Effect.succeed(false)
  return Effect.map(
    execute(sql`
      SELECT 1 FROM erasures
      WHERE customer_id = ${customer_id}::uuid AND status = 'completed' AND requested_at >= ${since}
        AND buddy_ids && ${buddy_ids}::uuid[] LIMIT 1`),
    (count) => count > 0
  )
}
