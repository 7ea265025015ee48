/** Mystery boxes: what tenants offer, and opening one, for tenants and for widgets the one way. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { BoxChance } from "../../../engine/items/boxTerms.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { type BoxContent, boxes_max, boxIssue } from "../../../wire/campaigns/MysteryBox.ts"
import { type AlreadyExists, type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { parseInstant } from "../../../wire/Ids.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { BoxUnavailable } from "../../../wire/refusals/MysteryBoxes.ts"
import { slugOf } from "../../../wire/Slug.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import { termsOf } from "../marketplaces/Rules.ts"
import { givenItems } from "../marketplaces/Store/Given.ts"
import { itemReferences } from "../marketplaces/Store/References.ts"
import { boxPatch, type BoxPatch, type MysteryBox, type MysteryBoxInput } from "./Api.ts"
import { BoxStore, type KeptBox, shownBox } from "./Store.ts"

type Refused = ValidationFailed | CampaignLimit

interface Service {
  create(customer_id: string, input: MysteryBoxInput): Effect.Effect<MysteryBox, AlreadyExists | Refused>
  update(customer_id: string, reference: string, patch: BoxPatch): Effect.Effect<MysteryBox, NotFound | Refused>
  /** their pools, in this order, with the terms of the items in them */
  poolsOf(customer_id: string, boxes: ReadonlyArray<KeptBox>): Effect.Effect<ReadonlyArray<ReadonlyArray<BoxChance>>>
}

export class MysteryBoxes extends Context.Service<MysteryBoxes, Service>()(
  "hatchery/features/mystery-boxes/MysteryBoxes"
) {
  static readonly layer = Layer.effect(
    MysteryBoxes,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(BoxStore.layer))
}

/** Why a box is closed to a buddy of that audience at that moment (epoch ms), or null. */
export const closedFor = ({ box_key, content }: KeptBox, audience: string, now: number): BoxUnavailable | null => {
  const { available_from, available_until, status } = content
  const because = (reason: BoxUnavailable["reason"]) => new BoxUnavailable({ box_key, reason })
  if (content.audience !== null && content.audience !== audience) return because("other_audience")
  if (status !== "active") return because("inactive")
  if (available_from !== null && now < parseInstant(available_from)) return because("not_yet")
  return available_until !== null && now >= parseInstant(available_until) ? because("no_longer") : null
}

const tail_length = 6

const judging = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  const store = yield* BoxStore
  const references = itemReferences(sql)
  return Effect.fnUntraced(function* (customer_id: string, content: BoxContent, before: KeptBox | null) {
    const issue = boxIssue(content)
    if (issue !== null) return yield* ValidationFailed.at(issue.path, issue.message)
    const { audience, reward_pool } = content
    if (audience !== null && audience !== before?.content.audience) {
      const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
      const found = resolveAudience(audiences, audience)
      if (found instanceof UnknownAudience) {
        return yield* ValidationFailed.at(["audience"], `there is no audience ${audience}`)
      }
    }
    const mentions = reward_pool.flatMap(({ reward }, index) =>
      reward.kind === "item" ? [{ path: ["reward_pool", index, "reward", "key"], name: reward.key }] : []
    )
    const idOf = yield* references.resolved(customer_id, mentions)
    const resolved = yield* references.within(customer_id, content)
    if (content.status === "active" && before?.content.status !== "active") {
      const active = yield* store.active(customer_id)
      if (active.length >= boxes_max) return yield* new CampaignLimit({ of: "mystery_boxes", max: boxes_max })
    }
    return {
      ...resolved,
      reward_pool: resolved.reward_pool.map(({ reward, weight }) =>
        reward.kind === "item" ? { weight, reward: { ...reward, key: idOf(reward.key) } } : { weight, reward }
      )
    }
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* BoxStore
  const given = givenItems(sql)
  const judged = yield* judging
  const changes = yield* CacheInvalidation
  const alone = <A, E>(customer_id: string, change: Effect.Effect<A, E>) =>
    transactionOf(sql)(
      Effect.andThen(store.alone(customer_id), change).pipe(
        // What it counts is kept from now on.
        Effect.tap(changes.publish({ _tag: "Tenant", customer_id }))
      )
    )
  const shown = (customer_id: string, id: string) => Effect.map(Effect.orDie(store.read(customer_id, id)), shownBox)

  const keyFor = Effect.fnUntraced(function* (customer_id: string, { box_key, name }: MysteryBoxInput) {
    if (box_key !== null) return box_key
    const wanted = slugOf(name, "mystery-box")
    return (yield* store.isTaken(customer_id, wanted))
      ? `${wanted}-${(yield* randomBase62(tail_length)).toLowerCase()}`
      : wanted
  })

  return MysteryBoxes.of({
    create: Effect.fn("MysteryBoxes.create")((customer_id, input) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const key = yield* keyFor(customer_id, input)
          const { box_key: _box_key, ...content } = input
          const id = yield* store.insert(customer_id, key, yield* judged(customer_id, content, null))
          return yield* shown(customer_id, id)
        })
      )
    ),
    update: Effect.fn("MysteryBoxes.update")((customer_id, reference, patch) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const before = yield* store.hold(customer_id, reference)
          const content = yield* judged(customer_id, boxPatch.patched(before.content, patch), before)
          yield* store.update(customer_id, before, content)
          return yield* shown(customer_id, before.mystery_box_id)
        })
      )
    ),
    poolsOf: Effect.fn("MysteryBoxes.poolsOf")(function* (customer_id, boxes) {
      const pools = boxes.map(({ content }) => content.reward_pool)
      const named = pools.flat().flatMap(({ reward }) => (reward.kind === "item" ? [reward.key] : []))
      const found = yield* given(customer_id, [...new Set(named)])
      const terms = new Map(found.map((item) => [item.item_id, termsOf(item)]))
      return pools.map((pool) =>
        pool.map(({ reward, weight }): BoxChance => {
          const item = reward.kind === "item" ? (terms.get(reward.key) ?? null) : null
          return { weight, reward, item }
        })
      )
    })
  })
})
