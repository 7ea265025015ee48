/**
 * What time does to payments: notices of a debt and its end, a look at every account once a day in case an event never
 * came, and the meter of those who pay for what they use.
 */
import { Effect } from "effect"
import { BillingProvider } from "../../../platform/billing/BillingProvider.ts"
import { allAlone, type Due, eachAlone } from "../../../platform/campaigns/Clock.ts"
import { nowDate } from "../../../platform/postgres/Sql.ts"
import { Billing } from "./Service.ts"
import { Settlement } from "./Service/Settlement.ts"
import { BillingAccounts } from "./Store/Accounts.ts"
import { Meters } from "./Store/Meters.ts"
import { AppConfig } from "../../../Config.ts"

const hour_ms = 3_600_000
/** A day must not pass between two looks. */
const stale_after_ms = 20 * hour_ms
const again_after_ms = hour_ms
/** settled in one look; there is another one in two seconds */
const dunned_max = 100
const fetched_max = 3

export const billingDue = Effect.gen(function* () {
  const accounts = yield* BillingAccounts
  const settlement = yield* Settlement
  const billing = yield* Billing
  const meters = yield* Meters
  const provider = yield* BillingProvider
  const { stripeMeterEvent } = yield* AppConfig

  const dun = Effect.flatMap(accounts.dunned(dunned_max), (due) =>
    eachAlone(due, ({ customer_id }) => settlement.remind(customer_id))
  )
  const sweep = Effect.gen(function* () {
    const now = (yield* nowDate).getTime()
    const tried_before = new Date(now - again_after_ms)
    const stale = yield* accounts.stale({ before: new Date(now - stale_after_ms), tried_before, most: fetched_max })
    yield* eachAlone(stale, ({ customer_id }) => Effect.orDie(billing.reconcile(customer_id)))
  })
  const meter = Effect.gen(function* () {
    yield* meters.closeDays
    const untold = yield* meters.untold(fetched_max)
    yield* eachAlone(untold, ({ customer_id, day, events, provider_customer_id }) => {
      const used = {
        provider_customer_id,
        identifier: `${customer_id}:${day}`,
        events,
        at: new Date(`${day}T23:59:59Z`)
      }
      return Effect.andThen(Effect.orDie(provider.meter(used)), meters.told(customer_id, day))
    })
  })
  const all = [dun, ...(provider.name === "stripe" ? [sweep] : []), ...(stripeMeterEvent === undefined ? [] : [meter])]
  return { name: "billing", run: allAlone(all) } satisfies Due
})
