/**
 * Tells of thresholds: the crossing, its place in the chain, its delivery and the line in the story are one transaction
 * under the lock of the cause. So each is told once, in order, however many add at once and whatever crashes; a total
 * that sinks by reversals and rises again tells nothing twice.
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { rankedId, uuid } from "../../../../platform/postgres/Ids.ts"
import { nowDate, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { iso } from "../../../../wire/Ids.ts"
import { isActive } from "../../../../wire/Plans.ts"
import type { WebhookBody } from "../../../../wire/Webhook.ts"
import { OwnedEndpoints } from "../../../insight/webhook-configs/Store/Owned.ts"
import { type Reached, reachedOf } from "../Rules.ts"
import { crossingHash } from "./Chain.ts"
import { CauseStore, ownerOf, type StoredCause } from "../Store.ts"
import { type CauseKey, CrossingStore, type Told } from "../Store/Crossings.ts"

/** told of one cause within a second, whoever looks; the rest comes next */
const told_max = 100
const pace_ms = 1_000

/** Who tells. */
export const watcher = { type: "job", id: "campaigns/totals" } as const

export const thresholdReached = (
  { cause_id, customer_id }: CauseKey,
  facts: Pick<
    WebhookBody<"cause.threshold_reached">,
    "cause_key" | "total_units" | "threshold_unit" | "is_test" | "occurred_at"
  >
): WebhookBody<"cause.threshold_reached"> => ({ event: "cause.threshold_reached", cause_id, customer_id, ...facts })

type Tested = Pick<StoredCause, "cause_key" | "threshold_unit" | "webhook_url">

export class Crossings extends Context.Service<
  Crossings,
  {
    /** What the total has reached and nobody has been told of; a part of the caller's transaction if there is one. */
    tell(key: CauseKey): Effect.Effect<void>
    /** sends a threshold nobody has reached; none: there is nowhere to send it */
    test(key: CauseKey, cause: Tested): Effect.Effect<Option.Option<string>>
  }
>()("hatchery/features/causes/Crossings") {
  static readonly layer = Layer.effect(
    Crossings,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([CrossingStore.layer, CauseStore.layer, OwnedEndpoints.layer]))
}

/** Links of the chain, one to the other. */
const chained = (
  cause_id: string,
  standing: { readonly crossings: number; readonly last_hash: string },
  reached: ReadonlyArray<Reached>,
  occurred_at: string
) => {
  let prev_hash = standing.last_hash
  return reached.map((one, place) => {
    const crossing = standing.crossings + place + 1
    const hash = crossingHash(prev_hash, { cause_id, crossing, total_units: one.total_units, occurred_at })
    const link = { ...one, crossing, prev_hash, hash }
    prev_hash = hash
    return link
  })
}

/** How many more may be told within the present second. */
const roomOf = Effect.fnUntraced(function* (store: CrossingStore["Service"], key: CauseKey, crossings: number) {
  const now = (yield* nowDate).getTime()
  const since = new Date(now - (now % pace_ms))
  return told_max - (yield* store.toldSince(key, { since, behind: crossings - told_max }))
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* CrossingStore
  const causes = yield* CauseStore
  const endpoints = yield* OwnedEndpoints
  const outbox = yield* Outbox
  const tenants = yield* Tenants

  /** None while the workspace has no webhooks: what is written for it then is kept by nobody. */
  const endpointOf = Effect.fnUntraced(function* ({ cause_id, customer_id }: CauseKey, webhook_url: string | null) {
    const hasWebhooks = isActive(yield* Effect.orDie(tenants.get(customer_id)), "webhooks")
    if (webhook_url === null || !hasWebhooks) return Option.none()
    return Option.filter(yield* endpoints.find(customer_id, ownerOf(cause_id)), ({ enabled }) => enabled)
  })

  const write = Effect.fnUntraced(function* (
    key: CauseKey,
    standing: Option.Option.Value<Effect.Success<ReturnType<CrossingStore["Service"]["hold"]>>>,
    reached: ReadonlyArray<Reached>
  ) {
    const [now, first] = [yield* nowDate, yield* uuid]
    const occurred_at = iso(now)
    const endpoint = Option.getOrNull(yield* endpointOf(key, standing.webhook_url))
    // Deliveries of one moment go out in the order of their ids.
    const told: ReadonlyArray<Told> = chained(key.cause_id, standing, reached, occurred_at).map((link, place) => ({
      ...link,
      delivery_id: endpoint === null ? null : rankedId(first, place)
    }))
    yield* store.write(key, told, now)
    if (endpoint !== null) {
      const { webhook_config_id } = endpoint
      const rows = told.map(({ delivery_id, k, total_units }) => {
        const facts = { cause_key: standing.cause_key, total_units, threshold_unit: total_units / k }
        const body = thresholdReached(key, { ...facts, is_test: false, occurred_at })
        return { delivery_id: delivery_id!, webhook_config_id, event: body.event, body: JSON.stringify(body) }
      })
      yield* outbox.enqueueRows(key.customer_id, rows)
    }
    const records = told.map(({ crossing, hash, total_units }) => ({
      action: "threshold_reached" as const,
      changes: { crossing, total_units, hash }
    }))
    yield* causes.record(key.customer_id, key.cause_id, watcher, records)
  })

  return Crossings.of({
    tell: Effect.fn("Crossings.tell")((key) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          const standing = yield* store.hold(key)
          if (Option.isNone(standing)) return
          const micro_units = yield* store.total(key)
          const room = yield* roomOf(store, key, standing.value.crossings)
          const { isMore, reached } = reachedOf(yield* store.epochs(key), micro_units, room)
          if (reached.length > 0) yield* write(key, standing.value, reached)
          yield* store.setBehind(key, isMore)
        })
      )
    ),
    test: Effect.fn("Crossings.test")(function* (key, { cause_key, threshold_unit, webhook_url }) {
      const endpoint = yield* endpointOf(key, webhook_url)
      if (Option.isNone(endpoint)) return Option.none()
      const delivery_id = yield* uuid
      const occurred_at = iso(yield* nowDate)
      const facts = { cause_key, total_units: threshold_unit, threshold_unit, is_test: true, occurred_at }
      const body = JSON.stringify(thresholdReached(key, facts))
      const { webhook_config_id } = endpoint.value
      const event = "cause.threshold_reached"
      yield* outbox.enqueueRows(key.customer_id, [{ delivery_id, webhook_config_id, event, body }])
      return Option.some(delivery_id)
    })
  })
})
