/** What a request has done before, where its answer was lost: it stays done, whatever has changed since. */
import { Effect } from "effect"
import { BuddyStore, repeatedAnswer } from "../../../../buddy/actor/Store.ts"
import type { Reply } from "../../../../engine/core/Reply.ts"
import { CommandKey, keyOfAnother, RequestMark } from "../../../../wire/CommandKey.ts"

/** The reply to the command of the request's key, undefined without one. To be yielded while a layer is built. */
export const repliesBefore = Effect.map(BuddyStore, (store) =>
  Effect.fnUntraced(function* <T extends Reply["_tag"]>(customer_id: string, tag: T) {
    const key = yield* CommandKey
    const [found] = key === undefined ? [] : yield* store.stored(customer_id, [], [key])
    if (found === undefined) return undefined
    const { payload_mismatch, reply } = repeatedAnswer(found, (yield* RequestMark) ?? null)
    if (payload_mismatch) return yield* keyOfAnother
    return reply._tag === tag ? (reply as Extract<Reply, { readonly _tag: T }>) : undefined
  })
)
