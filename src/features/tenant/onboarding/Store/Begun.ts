/**
 * A generation is begun before its answer is kept. Under an Idempotency-Key its operation has a name made of the key:
 * a request that comes again, because its answer was lost, finds what it has begun.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { namedUuid, uuid } from "../../../../platform/postgres/Ids.ts"
import { nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { nameOfUse } from "../../../../platform/requests/UsesOfKeys.ts"
import { CommandKey, keyOfAnother, RequestMark } from "../../../../wire/CommandKey.ts"

const BegunRow = Schema.Struct({ created_at: Schema.Date, asked: Schema.NullOr(Schema.String) })

export interface Naming {
  readonly operation_id: string
  /** the request has begun it before */
  readonly isBegun: boolean
  /** what is kept in its payload beside the job */
  readonly asked: string | null
}

/** In the transaction that holds the session. To be yielded while a layer is built. */
export const makeNaming = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fn("onboarding.naming")(function* (customer_id: string): Effect.fn.Return<Naming> {
    const key = yield* CommandKey
    if (key === undefined) return { operation_id: yield* uuid, isBegun: false, asked: null }
    const asked = (yield* RequestMark) ?? null
    const find = (operation_id: string) =>
      row(BegunRow)(sql`
        SELECT created_at, payload ->> 'asked' AS asked FROM operations
        WHERE customer_id = ${customer_id}::uuid AND operation_id = ${operation_id}::uuid`)
    const operation_id = yield* nameOfUse(key, {
      name: (use) => namedUuid("onboarding", customer_id, use),
      madeAt: (id) =>
        Effect.map(
          find(id),
          Option.map(({ created_at }) => created_at)
        ),
      now: (yield* nowDate).getTime()
    })
    const found = yield* find(operation_id)
    if (Option.isSome(found) && found.value.asked !== asked) return yield* keyOfAnother
    return { operation_id, isBegun: Option.isSome(found), asked }
  })
)
