/**
 * Warns of streaks that will break. A singleton looks every few minutes; a streak and period told once is remembered by
 * its buddy and by the command's id, so it does not matter how often it looks, or whether two do.
 */
import { Effect } from "effect"
import { Singleton } from "effect/cluster"
import { Buddies } from "../../../buddy/Buddies.ts"
import { type Risk, type RiskPage, StreakRisks } from "../Store/StreakRisks.ts"

const sweep_interval = "5 minutes"
/** actors asked at the same time: other work on the runner goes on */
const concurrency = 8

/** One that cannot be reached now is looked at again by the next sweep. */
const warn = Effect.fnUntraced(function* (customer_id: string, { buddy_id, period_key, streak_key }: Risk) {
  const buddies = yield* Buddies
  yield* Effect.ignore(
    buddies.send(customer_id, buddy_id, {
      command_id: `at_risk:${buddy_id}:${streak_key}:${period_key}`,
      command: { _tag: "WarnStreak", streak_key },
      event: null,
      webhooks: true
    })
  )
})

/** One per cluster. */
export const streakWarnings = Singleton.make(
  "streaks/at-risk",
  Effect.gen(function* () {
    const store = yield* StreakRisks
    const sweep = Effect.gen(function* () {
      for (const customer of yield* store.customers) {
        let after: string | null = null
        do {
          const { last, risks }: RiskPage = yield* store.page(customer, after)
          yield* Effect.forEach(risks, (risk) => warn(customer.customer_id, risk), { concurrency, discard: true })
          after = last
        } while (after !== null)
      }
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("streaks at risk could not be told yet", cause)))
    yield* Effect.forever(Effect.andThen(sweep, Effect.sleep(sweep_interval)))
  })
)
