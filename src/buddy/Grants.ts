/** Pays what was decided outside of a buddy: once, however often it is asked for and whatever crashes in between. */
import { Context, Effect, Layer } from "effect"
import type { GrantRewardCommand } from "../engine/core/Command.ts"
import type { Origin } from "../wire/Change.ts"
import { BuddyStore } from "./actor/Store.ts"
import { Buddies } from "./Buddies.ts"
import type { Unavailable } from "./Protocol.ts"

/** `void`: the buddy is archived or gone, and nothing will ever be paid. */
export type Granted = "granted" | "already_granted" | "void"

export interface Grant extends Omit<GrantRewardCommand, "_tag" | "body" | "is_refund" | "outbound"> {
  readonly is_refund?: boolean
  readonly body?: GrantRewardCommand["body"]
  /** told with the grant */
  readonly outbound?: GrantRewardCommand["outbound"]
  readonly origin: Origin
  /** of a request under an Idempotency-Key, which it was */
  readonly asked?: string
}

/** What a grant is known by. */
export type GrantName = Pick<Grant, "campaign_id" | "grant_key" | "source">

const commandId = (buddy_id: string, { campaign_id, grant_key, source }: GrantName) =>
  `${source}:${campaign_id}:${grant_key}:${buddy_id}`

export class Grants extends Context.Service<
  Grants,
  {
    /** `Unavailable` leaves open whether it was paid: asking again is safe, and the way to find out. */
    grant(customer_id: string, buddy_id: string, grant: Grant): Effect.Effect<Granted, Unavailable>
    /** the request that a grant of the last day was asked for with; undefined: none of them, or no such grant */
    askedWith(customer_id: string, buddy_id: string, name: GrantName): Effect.Effect<string | undefined>
  }
>()("hatchery/buddy/Grants") {
  static readonly layer = Layer.effect(
    Grants,
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const store = yield* BuddyStore
      return Grants.of({
        askedWith: Effect.fn("Grants.askedWith")(function* (customer_id, buddy_id, name) {
          const [found] = yield* store.stored(customer_id, [], [commandId(buddy_id, name)])
          return found === undefined || "event_id" in found ? undefined : found.reply.asked
        }),
        grant: Effect.fn("Grants.grant")(function* (customer_id, buddy_id, { asked, origin, ...grant }) {
          const { body = null, is_refund = false, outbound = null } = grant
          const command_id = commandId(buddy_id, grant)
          const command = { ...grant, _tag: "GrantReward", body, is_refund, outbound } as const
          const unmarked = { command_id, command, event: null, webhooks: true, origin }
          const request = asked === undefined ? unmarked : { ...unmarked, asked }
          return yield* buddies.send(customer_id, buddy_id, request).pipe(
            Effect.map(({ duplicate }): Granted => (duplicate ? "already_granted" : "granted")),
            Effect.catchTags({
              BuddyNotFound: () => Effect.succeed<Granted>("void"),
              CommandRejected: ({ error }) =>
                error.code === "already_granted"
                  ? Effect.succeed<Granted>("already_granted")
                  : error.code === "buddy_archived"
                    ? Effect.succeed<Granted>("void")
                    : Effect.die(error)
            })
          )
        })
      })
    })
  )
}
