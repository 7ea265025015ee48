import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { parseInstant } from "../../../wire/Ids.ts"
import { Principal } from "../../../wire/Principal.ts"
import { CreditsApi, ImageUsageApi } from "./Api.ts"
import { CreditAccounts } from "./Service.ts"
import { CreditStore } from "./Store.ts"

export const CreditsHttp = HttpApiBuilder.group(
  feature(CreditsApi),
  "credits",
  Effect.fn(function* (handlers) {
    const store = yield* CreditStore
    const accounts = yield* CreditAccounts
    return handlers.handleAll({
      balance: Effect.fnUntraced(function* () {
        return yield* accounts.balance((yield* Principal).customer_id)
      }),
      ledger: Effect.fnUntraced(function* ({ query }) {
        const { customer_id } = yield* Principal
        // Its entries add up to the balance, also where nobody has spent anything since the month began.
        if (query.cursor === undefined) yield* accounts.settle(customer_id)
        return yield* store.ledger(customer_id, query)
      })
    })
  })
).pipe(Layer.provide([CreditStore.layer, CreditAccounts.layer]))

export const ImageUsageHttp = HttpApiBuilder.group(
  feature(ImageUsageApi),
  "image-usage",
  Effect.fn(function* (handlers) {
    const store = yield* CreditStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.usage((yield* Principal).customer_id, query)
      }),
      report: Effect.fnUntraced(function* ({ query: { from, to } }) {
        return yield* store.report((yield* Principal).customer_id, {
          ...(from === undefined ? {} : { from: new Date(parseInstant(from)) }),
          ...(to === undefined ? {} : { to: new Date(parseInstant(to)) })
        })
      })
    })
  })
).pipe(Layer.provide(CreditStore.layer))
