/**
 * What an event would do: the answer plus the trace, decided on the buddy's committed state. Nothing is written. An
 * event that was accepted before would do nothing and gets its first answer; who asks about another moment or other
 * rules asks what it would have done.
 */
import { Clock, Effect } from "effect"
import { Buddies } from "../../../../buddy/Buddies.ts"
import type { BuddyReply } from "../../../../buddy/Protocol.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { NotFound, ServiceUnavailable } from "../../../../wire/Failure.ts"
import { parseInstant } from "../../../../wire/Ids.ts"
import type { EventInput } from "../Api.ts"
import type { Ingested } from "../../../../wire/answers/Effects.ts"
import { isPrepared, prepare, type PreparedEvent } from "../Rules.ts"
import { erasedReply, Repeats } from "./Repeats.ts"

interface Rehearsed {
  readonly answer: Ingested
  readonly duplicate: boolean
}

const repeated = (event_id: string, { effects, payload_mismatch, trace }: BuddyReply): Rehearsed => ({
  answer: { accepted: true, event_id, effects, trace, ...(payload_mismatch ? { payload_mismatch } : {}) } as Ingested,
  duplicate: true
})

const news = (answer: Ingested): Rehearsed => ({ answer, duplicate: false })

const nothing = (event: PreparedEvent): Ingested => ({
  accepted: true,
  event_id: event.event_id,
  effects: {
    coins: 0,
    badges_awarded: [],
    tokens: [],
    evolution_ready: false,
    streak_updates: [],
    path_updates: []
  },
  trace: [
    {
      type: "event",
      key: event.type,
      outcome: "skipped",
      reason: "no_active_buddy",
      detail: {},
      ledger_ids: []
    }
  ]
})

interface DryRunParts {
  readonly buddies: Buddies["Service"]
  readonly tenants: Tenants["Service"]
  readonly snapshots: Snapshots["Service"]
  readonly repeats: Repeats["Service"]
}

const dryRunWith = ({ buddies, repeats, snapshots, tenants }: DryRunParts) =>
  Effect.fn("DryRun")(
    function* (
      customer_id: string,
      input: EventInput,
      options: { readonly now?: string; readonly config_version_id?: string }
    ) {
      const tenant = yield* Effect.orDie(tenants.get(customer_id))
      const now = options.now === undefined ? undefined : parseInstant(options.now)
      const event = prepare(tenant, now ?? momentOf(tenant, input.user_id, yield* Clock.currentTimeMillis), input)
      const { config_version_id } = options
      if (now === undefined && config_version_id === undefined) {
        if (isPrepared(event) && (yield* repeats.isErased(tenant, event))) return repeated(event.event_id, erasedReply)
        const known = yield* repeats.known(customer_id, input)
        if (known !== undefined) return repeated(input.event_id, known)
      }
      if (!isPrepared(event)) return yield* event
      const snapshot =
        config_version_id === undefined ? undefined : yield* snapshots.find(customer_id, config_version_id)
      if (config_version_id !== undefined && snapshot === undefined)
        return yield* new NotFound({ resource: "config version" })
      const buddy_id = yield* buddies.route({
        customer_id,
        user_id: event.user_id,
        audience: event.audience,
        buddy_id: event.buddy_id ?? null
      })
      if (buddy_id === null) return news(nothing(event))
      const { event_id, occurred_at, properties, type } = event
      const decision = yield* buddies.preview(
        customer_id,
        buddy_id,
        { _tag: "Event", event_id, type, occurred_at, properties },
        {
          ...(now === undefined ? {} : { now }),
          ...(snapshot === undefined ? {} : { snapshot })
        }
      )
      if (decision._tag === "Rejected") return news(nothing(event))
      return news({ accepted: true, event_id, effects: decision.effects, trace: decision.trace } as Ingested)
    },
    Effect.catchTags({
      BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
      Unavailable: ({ reason, retry_after_seconds }) =>
        Effect.fail(new ServiceUnavailable({ reason: `${reason}.`, retry_after_seconds }))
    })
  )

export const dryRuns = Effect.gen(function* () {
  const parts = {
    buddies: yield* Buddies,
    repeats: yield* Repeats,
    snapshots: yield* Snapshots,
    tenants: yield* Tenants
  }
  return dryRunWith(parts)
})
