/** What is said of an event that was accepted before: its first answer, and whether it came with other words. */
import { Context, Effect, Layer, Option } from "effect"
import { hash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { type BuddyReply, noEffects } from "../../../../buddy/Protocol.ts"
import { BuddyStore, repeatedAnswer } from "../../../../buddy/actor/Store.ts"
import type { TenantFacts } from "../../../../platform/auth/Tenants.ts"
import { ErasureMarks } from "../../../../platform/erasures/Marks.ts"
import { canonicalOf, type PreparedEvent, type ToldEvent } from "../Rules.ts"
import { type SentEvent, sentBefore } from "../Store/Sent.ts"

export const hashOf = (canonical: string): string => hash("sha256", canonical, "hex")

/** How far ahead of its arrival an event may be dated: what occurred later was not there to be erased. */
const ahead_ms = 300_000

export const mayBeErased = ({ erased_at }: TenantFacts, { occurred_at }: PreparedEvent): boolean =>
  erased_at !== null && occurred_at <= erased_at + ahead_ms

/** What an erased event brought is not known any more; it brings nothing a second time. */
export const erasedReply: BuddyReply = {
  reply: { _tag: "Event" },
  effects: noEffects,
  trace: [],
  config_version_id: null,
  state_version: 0,
  duplicate: true,
  payload_mismatch: false
}

/** As it would be read back. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/**
 * Whether an event says what was sent before in other words: names its properties in another order. All but those is
 * compared by the hash of what was sent, made again with the properties as they are stored. There are hashes of events
 * that named no audience under the one they were given.
 */
export const isSameEvent = (told: ToldEvent, sent: SentEvent): boolean => {
  if (!isDeepStrictEqual(plain(told.properties ?? {}), plain(sent.properties))) return false
  const again = { ...told, properties: sent.properties as NonNullable<ToldEvent["properties"]> }
  const said = told.audience === undefined ? [again, { ...again, audience: sent.audience }] : [again]
  return said.some((one) => hashOf(canonicalOf(one)) === sent.payload_hash)
}

export class Repeats extends Context.Service<
  Repeats,
  {
    /** the first answer to an event that was accepted before */
    known(customer_id: string, told: ToldEvent): Effect.Effect<BuddyReply | undefined>
    /** an answer whose hash said that the words are others, looked at once more */
    judged<R extends BuddyReply>(customer_id: string, told: ToldEvent, reply: R): Effect.Effect<R>
    /** whether it was one of somebody who was erased */
    isErased(tenant: TenantFacts, event: PreparedEvent): Effect.Effect<boolean>
  }
>()("hatchery/features/events/Repeats") {
  static readonly layer = Layer.effect(
    Repeats,
    Effect.gen(function* () {
      const sent = yield* sentBefore
      const store = yield* BuddyStore
      const marks = yield* ErasureMarks

      const judged = <R extends BuddyReply>(customer_id: string, told: ToldEvent, reply: R): Effect.Effect<R> =>
        reply.payload_mismatch
          ? Effect.map(sent(customer_id, told.event_id), (found) =>
              Option.isSome(found) && isSameEvent(told, found.value) ? { ...reply, payload_mismatch: false } : reply
            )
          : Effect.succeed(reply)

      return Repeats.of({
        judged,
        isErased: (tenant, event) =>
          mayBeErased(tenant, event) ? marks.isErased(tenant.customer_id, event.event_id) : Effect.succeed(false),
        known: Effect.fnUntraced(function* (customer_id, told) {
          const [found] = yield* store.stored(customer_id, [told.event_id], [])
          if (found === undefined) return undefined
          return yield* judged(customer_id, told, repeatedAnswer(found, hashOf(canonicalOf(told))))
        })
      })
    })
  ).pipe(Layer.provide(ErasureMarks.layer))
}
