import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type CursorPage, cursorPaging, mapPage } from "../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { Reckoning } from "../../../platform/requests/Reckoning.ts"
import { type BadRequest, NotFound, type ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { isUuid } from "../../../wire/Ids.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import { BuddyStore } from "../../../buddy/actor/Store.ts"
import type { LedgerRow, LedgerVerdict } from "./Api.ts"
import { entryColumns, EntryRow, tokenPrefix, toWire } from "./Store/Entries.ts"
import { ledgerAudits, toVerdict } from "./Store/Verify.ts"

/** A buddy that is booked meanwhile may be seen in two states; read again, it is seen in one. */
const verifications_max = 3

export class EconomyStore extends Context.Service<
  EconomyStore,
  {
    ledger(
      customer_id: string,
      buddy_id: string,
      query: CursorQuery & { readonly token_key?: string }
    ): Effect.Effect<CursorPage<LedgerRow>, BadRequest | NotFound>
    verify(
      customer_id: string,
      buddy_id: string
    ): Effect.Effect<typeof LedgerVerdict.Type, NotFound | RateLimited | ServiceUnavailable>
  }
>()("hatchery/features/economy/EconomyStore") {
  static readonly layer = Layer.effect(
    EconomyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* cursorPaging
      const columns = sql.literal(entryColumns)
      const known = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
        if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
        const owner = yield* row(Schema.Struct({ buddy_id: Schema.String }))(sql`
          SELECT buddy_id FROM buddy_identities
          WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
        if (Option.isNone(owner)) return yield* new NotFound({ resource: "buddy" })
      })
      const buddies = yield* BuddyStore
      const audit = yield* ledgerAudits
      const reckoning = yield* Reckoning
      const verify = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
        let seen: bigint | undefined
        for (let number = 1; ; number++) {
          const [buddy] = yield* buddies.load([{ customer_id, buddy_id }])
          if (buddy === undefined) return yield* new NotFound({ resource: "buddy" })
          const verdict = yield* audit(buddy)
          if (verdict.valid || buddy.version === seen || number === verifications_max)
            return toVerdict(buddy.buddy_id, verdict)
          seen = buddy.version
        }
      })
      return EconomyStore.of({
        verify: Effect.fn("EconomyStore.verify")(function* (customer_id, buddy_id) {
          if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
          return yield* reckoning.pass(customer_id, verify(customer_id, buddy_id))
        }),
        ledger: Effect.fn("EconomyStore.ledger")(function* (customer_id, buddy_id, query) {
          yield* known(customer_id, buddy_id)
          const unit = query.token_key === undefined ? "coin" : tokenPrefix + query.token_key
          const page = yield* cursors.page({
            customer_id,
            list: `ledger:${buddy_id}:${unit}`,
            query,
            position: Schema.Tuple([Schema.Int]),
            positionOf: (entry: typeof EntryRow.Type) => [Number(entry.seq)] as const,
            read: (after, count) =>
              rows(EntryRow)(sql`
              SELECT ${columns} FROM ledger WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
                AND unit = ${unit}
                AND seq < ${after === null ? sql`9223372036854775807` : sql`${after[0]}::bigint`}
              ORDER BY seq DESC LIMIT ${count}`)
          })
          return mapPage(page, toWire)
        })
      })
    })
  ).pipe(Layer.provide(Reckoning.layer))
}
