import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Reply } from "../../../engine/core/Reply.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { BuddiesApi, type CoinChange } from "./Api.ts"
import type {
  BalanceLimit,
  BuddyArchived,
  InsufficientCoins,
  InsufficientTokens,
  ProgressionNotSpendable
} from "../../../wire/refusals/Buddies.ts"
import { BuddyReads } from "./Store.ts"
import { answerOf, buddyCommands } from "./Service/Commands.ts"
import { WidgetTokenStore } from "../../surfaces/widget-sessions/Store.ts"

const coinFacts = ({ amount, reason, reference_id }: typeof CoinChange.Type) => ({
  amount,
  reason: reason ?? null,
  reference_id: reference_id ?? null
})

const awardOf = (buddy_id: string, reply: Extract<Reply, { readonly _tag: "Badge" }>) => {
  const { already_awarded, awarded_at, ...badge } = answerOf(buddy_id, reply)
  const award = { ...badge, awarded_at: new Date(awarded_at).toISOString() }
  return already_awarded ? ({ ...award, already_awarded } as const) : ({ ...award, already_awarded } as const)
}

/** The handler of a read that needs nothing but the buddy. */
const reading =
  <A, E>(read: (customer_id: string, buddy_id: string) => Effect.Effect<A, E>) =>
  ({ params }: { readonly params: { readonly id: string } }) =>
    Effect.flatMap(Principal, ({ customer_id }) => read(customer_id, params.id))

export const BuddiesHttp = HttpApiBuilder.group(
  feature(BuddiesApi),
  "buddies",
  Effect.fn(function* (handlers) {
    const reads = yield* BuddyReads
    const change = yield* buddyCommands
    const widgetTokens = yield* WidgetTokenStore
    const changes = yield* CacheInvalidation

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* reads.list((yield* Principal).customer_id, query)
      }),
      read: reading(reads.read),
      rename: Effect.fnUntraced(function* ({ params, payload }) {
        const caller = yield* Principal
        yield* change<"Done", BuddyArchived>(caller, params.id, { _tag: "Rename", name: payload.name }, "Done")
        return yield* reads.read(caller.customer_id, params.id)
      }),
      archive: Effect.fnUntraced(function* ({ params }) {
        const caller = yield* Principal
        yield* change<"Done", BuddyArchived>(caller, params.id, { _tag: "Archive" }, "Done")
        yield* changes.publish({ _tag: "Tenant", customer_id: caller.customer_id })
        yield* widgetTokens.revokeOf(caller.customer_id, [params.id])
        return yield* reads.read(caller.customer_id, params.id)
      }),
      summary: Effect.fnUntraced(function* ({ params }) {
        return yield* reads.summary((yield* Principal).customer_id, params.user_id)
      }),
      evolution: reading(reads.evolution),
      progression: reading(reads.progression),
      progressionMetrics: reading(reads.progression),
      skills: Effect.fnUntraced(function* ({ params, payload }) {
        const { updates } = yield* change<"Skills", BuddyArchived>(
          yield* Principal,
          params.id,
          { _tag: "UpdateSkills", updates: payload.updates },
          "Skills"
        )
        return { buddy_id: params.id, updates }
      }),
      earnCoins: Effect.fnUntraced(function* ({ params, payload }) {
        const command = { _tag: "EarnCoins", ...coinFacts(payload) } as const
        return answerOf(params.id, yield* change<"Coins", BalanceLimit>(yield* Principal, params.id, command, "Coins"))
      }),
      spendCoins: Effect.fnUntraced(function* ({ params, payload }) {
        const command = { _tag: "SpendCoins", ...coinFacts(payload) } as const
        return answerOf(
          params.id,
          yield* change<"Coins", InsufficientCoins>(yield* Principal, params.id, command, "Coins")
        )
      }),
      badges: Effect.fnUntraced(function* ({ params, query }) {
        return yield* reads.badges((yield* Principal).customer_id, params.id, query)
      }),
      awardBadge: Effect.fnUntraced(function* ({ params, payload: { badge_key, reason = null } }) {
        const command = { _tag: "AwardBadge", badge_key, reason } as const
        return awardOf(params.id, yield* change<"Badge", BuddyArchived>(yield* Principal, params.id, command, "Badge"))
      }),
      tokens: reading(reads.tokens),
      changeTokens: Effect.fnUntraced(function* ({ params, payload: { amount, operation, reason = null, token_key } }) {
        const { _tag, ...token } = yield* change<"Token", InsufficientTokens | ProgressionNotSpendable | BalanceLimit>(
          yield* Principal,
          params.id,
          { _tag: operation === "earn" ? "EarnToken" : "SpendToken", token_key, amount, reason },
          "Token"
        )
        return { buddy_id: params.id, ...token }
      })
    })
  })
).pipe(Layer.provide([BuddyReads.layer, WidgetTokenStore.layer]))
