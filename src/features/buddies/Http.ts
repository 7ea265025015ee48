import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Buddies } from "../../buddy/Buddies.ts"
import type { Command } from "../../engine/Command.ts"
import type { Reply } from "../../engine/Decision.ts"
import { uuid } from "../../platform/Ids.ts"
import { CommandKey } from "../../wire/CommandKey.ts"
import { NotFound, ServiceUnavailable } from "../../wire/Failure.ts"
import { feature } from "../../wire/Group.ts"
import { isUuid } from "../../wire/Ids.ts"
import { Principal } from "../../wire/Principal.ts"
import {
  type BalanceLimit,
  BuddiesApi,
  type BuddyArchived,
  type CoinChange,
  type InsufficientCoins,
  type InsufficientTokens,
  type ProgressionNotSpendable
} from "./Api.ts"
import { refusalOf } from "./Rules.ts"
import { BuddyReads } from "./Store.ts"
import { WidgetTokenStore } from "../widget-sessions/Store.ts"

type Refusal =
  | NotFound
  | BuddyArchived
  | InsufficientCoins
  | InsufficientTokens
  | ProgressionNotSpendable
  | BalanceLimit

/** A reply of another kind than its command's would be a bug of ours, never of the caller. */
const expect = <T extends Reply["_tag"]>(reply: Reply, tag: T): Effect.Effect<Extract<Reply, { readonly _tag: T }>> =>
  reply._tag === tag
    ? Effect.succeed(reply as Extract<Reply, { readonly _tag: T }>)
    : Effect.die(new Error(`${tag} expected, got ${reply._tag}`))

/** Sends commands and answers their replies, with the refusals each of them can meet. */
const commandsOf = (buddies: Buddies["Service"]) => {
  /** One command through the buddy's actor, under the request's Idempotency-Key when it has one. */
  const send = Effect.fnUntraced(function* (buddy_id: string, command: Command) {
    if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
    const { customer_id } = yield* Principal
    const command_id = (yield* CommandKey) ?? (yield* uuid)
    const answer = yield* buddies
      .send(customer_id, buddy_id.toLowerCase(), { command_id, command, event: null, webhooks: true })
      .pipe(
        Effect.catchTags({
          BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
          CommandRejected: ({ error }): Effect.Effect<never, Refusal> => Effect.fail(refusalOf(error)),
          Unavailable: ({ reason, retry_after_seconds }) =>
            Effect.fail(new ServiceUnavailable({ reason, retry_after_seconds }))
        })
      )
    return answer.reply
  })

  return <T extends Reply["_tag"], E extends Refusal>(buddy_id: string, command: Command, tag: T) =>
    Effect.flatMap(
      send(buddy_id, command) as Effect.Effect<Reply, E | NotFound | BuddyArchived | ServiceUnavailable, Principal>,
      (reply) => expect(reply, tag)
    )
}

const coinFacts = ({ amount, reason, reference_id }: typeof CoinChange.Type) => ({
  amount,
  reason: reason ?? null,
  reference_id: reference_id ?? null
})

/** A reply as the contract shows it: with its buddy, without the engine's tag. */
const answerOf = <R extends { readonly _tag: string }>(buddy_id: string, { _tag, ...facts }: R) => ({
  buddy_id,
  ...facts
})

export const BuddiesHttp = HttpApiBuilder.group(
  feature(BuddiesApi),
  "buddies",
  Effect.fn(function* (handlers) {
    const reads = yield* BuddyReads
    const change = commandsOf(yield* Buddies)
    const widgetTokens = yield* WidgetTokenStore

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* reads.list((yield* Principal).customer_id, query)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* reads.read((yield* Principal).customer_id, params.id)
      }),
      rename: Effect.fnUntraced(function* ({ params, payload }) {
        yield* change<"Done", BuddyArchived>(params.id, { _tag: "Rename", name: payload.name }, "Done")
        return yield* Effect.orDie(reads.read((yield* Principal).customer_id, params.id))
      }),
      archive: Effect.fnUntraced(function* ({ params }) {
        const { customer_id } = yield* Principal
        yield* change<"Done", BuddyArchived>(params.id, { _tag: "Archive" }, "Done")
        yield* widgetTokens.revokeOf(customer_id, params.id)
        return yield* Effect.orDie(reads.read(customer_id, params.id))
      }),
      summary: Effect.fnUntraced(function* ({ params }) {
        return yield* reads.summary((yield* Principal).customer_id, params.user_id)
      }),
      evolution: Effect.fnUntraced(function* ({ params }) {
        return yield* reads.evolution((yield* Principal).customer_id, params.id)
      }),
      skills: Effect.fnUntraced(function* ({ params, payload }) {
        const { updates } = yield* change<"Skills", BuddyArchived>(
          params.id,
          { _tag: "UpdateSkills", updates: payload.updates },
          "Skills"
        )
        return { buddy_id: params.id, updates }
      }),
      earnCoins: Effect.fnUntraced(function* ({ params, payload }) {
        const command = { _tag: "EarnCoins", ...coinFacts(payload) } as const
        return answerOf(params.id, yield* change<"Coins", BalanceLimit>(params.id, command, "Coins"))
      }),
      spendCoins: Effect.fnUntraced(function* ({ params, payload }) {
        const command = { _tag: "SpendCoins", ...coinFacts(payload) } as const
        return answerOf(params.id, yield* change<"Coins", InsufficientCoins>(params.id, command, "Coins"))
      }),
      badges: Effect.fnUntraced(function* ({ params, query }) {
        return yield* reads.badges((yield* Principal).customer_id, params.id, query)
      }),
      awardBadge: Effect.fnUntraced(function* ({ params, payload: { badge_key, reason = null } }) {
        const { _tag, already_awarded, awarded_at, ...badge } = yield* change<"Badge", BuddyArchived>(
          params.id,
          { _tag: "AwardBadge", badge_key, reason },
          "Badge"
        )
        const award = { buddy_id: params.id, ...badge, awarded_at: new Date(awarded_at).toISOString() }
        return already_awarded ? ({ ...award, already_awarded } as const) : ({ ...award, already_awarded } as const)
      }),
      tokens: Effect.fnUntraced(function* ({ params }) {
        return yield* reads.tokens((yield* Principal).customer_id, params.id)
      }),
      changeTokens: Effect.fnUntraced(function* ({ params, payload: { amount, operation, reason = null, token_key } }) {
        const { _tag, ...token } = yield* change<"Token", InsufficientTokens | ProgressionNotSpendable | BalanceLimit>(
          params.id,
          { _tag: operation === "earn" ? "EarnToken" : "SpendToken", token_key, amount, reason },
          "Token"
        )
        return { buddy_id: params.id, ...token }
      })
    })
  })
).pipe(Layer.provide([BuddyReads.layer, WidgetTokenStore.layer]))
