/**
 * One command through a buddy's actor on behalf of a request, for every family whose routes change a buddy: this one,
 * gates, marketplaces, paths, teams and the widgets.
 */
import { Effect } from "effect"
import { Buddies } from "../../../../buddy/Buddies.ts"
import type { Command } from "../../../../engine/core/Command.ts"
import type { Reply } from "../../../../engine/core/Reply.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { type Origin, originOf } from "../../../../wire/Change.ts"
import { CommandKey, keyOfAnother, RequestMark } from "../../../../wire/CommandKey.ts"
import { NotFound, ServiceUnavailable } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import type { BuddyArchived } from "../../../../wire/refusals/Buddies.ts"
import { type Refusal, refusalOf } from "../Rules.ts"

/** A reply of another kind than its command's would be a bug of ours, never of the caller. */
const expect = <T extends Reply["_tag"]>(reply: Reply, tag: T): Effect.Effect<Extract<Reply, { readonly _tag: T }>> =>
  reply._tag === tag
    ? Effect.succeed(reply as Extract<Reply, { readonly _tag: T }>)
    : Effect.die(new Error(`${tag} expected, got ${reply._tag}`))

/** On whose behalf; `command_id`: of a job, which has its own for each thing it does. */
export interface Asking {
  readonly customer_id: string
  readonly origin: Origin
  readonly command_id?: string
}

export const askingOf = (caller: Caller): Asking => ({ customer_id: caller.customer_id, origin: originOf(caller) })

/**
 * `change(asking, buddy_id, command, tag)`: under the request's Idempotency-Key when it has one. `E` names the refusals
 * the command can meet; an unknown buddy, an archived one and "not now" are always among them.
 */
export const commandsAsked = Effect.gen(function* () {
  const buddies = yield* Buddies
  const send = Effect.fnUntraced(function* (asking: Asking, buddy_id: string, command: Command) {
    if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
    const key = asking.command_id === undefined ? yield* CommandKey : undefined
    const command_id = asking.command_id ?? key ?? (yield* uuid)
    const asked = key === undefined ? undefined : yield* RequestMark
    const { origin } = asking
    const sent = { command_id, command, event: null, webhooks: true, origin }
    const request = asked === undefined ? sent : { ...sent, asked }
    const answer = yield* buddies.send(asking.customer_id, buddy_id.toLowerCase(), request).pipe(
      Effect.catchTags({
        BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
        CommandRejected: ({ error }): Effect.Effect<never, Refusal> => Effect.fail(refusalOf(error)),
        Unavailable: ({ reason, retry_after_seconds }) =>
          Effect.fail(new ServiceUnavailable({ reason, retry_after_seconds }))
      })
    )
    return answer.payload_mismatch ? yield* keyOfAnother : answer.reply
  })
  return <T extends Reply["_tag"], E extends Refusal>(asking: Asking, buddy_id: string, command: Command, tag: T) =>
    Effect.flatMap(
      send(asking, buddy_id, command) as Effect.Effect<Reply, E | NotFound | BuddyArchived | ServiceUnavailable>,
      (reply) => expect(reply, tag)
    )
})

/** The same on behalf of whoever calls. */
export const buddyCommands = Effect.map(
  commandsAsked,
  (change) =>
    <T extends Reply["_tag"], E extends Refusal>(caller: Caller, buddy_id: string, command: Command, tag: T) =>
      change<T, E>(askingOf(caller), buddy_id, command, tag)
)

/** A reply as the contract shows it: with its buddy, without the engine's tag. */
export const answerOf = <R extends { readonly _tag: string }>(buddy_id: string, { _tag, ...facts }: R) => ({
  buddy_id,
  ...facts
})
