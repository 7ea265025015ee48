/** What tenants do to their lotteries. A lottery that is active has one open draw, and that draw a promise. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { Subjects } from "../../../platform/campaigns/Subjects.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { lotteries_max } from "../../../wire/campaigns/Lottery.ts"
import { type AlreadyExists, InvalidTransition, type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { slugOf } from "../../../wire/Slug.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import { type Lottery, type LotteryInput, lotteryPatch, type LotteryPatch } from "./Api.ts"
import { mayBecome } from "./Rules.ts"
import { makePromises } from "./Service/Promises.ts"
import { type LotteryContent, LotteryStore, shownLottery } from "./Store.ts"
import { DrawStore } from "./Store/Draws.ts"

interface Service {
  create(
    customer_id: string,
    input: LotteryInput
  ): Effect.Effect<Lottery, AlreadyExists | ValidationFailed | CampaignLimit>
  update(
    customer_id: string,
    reference: string,
    patch: LotteryPatch
  ): Effect.Effect<Lottery, NotFound | InvalidTransition | ValidationFailed | CampaignLimit>
  remove(customer_id: string, reference: string): Effect.Effect<void, NotFound>
}

export class Lotteries extends Context.Service<Lotteries, Service>()("hatchery/features/lotteries/Lotteries") {
  static readonly layer = Layer.effect(
    Lotteries,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([LotteryStore.layer, DrawStore.layer, Subjects.layer, OperationStore.layer]))
}

/** Checked while nobody else of the tenant creates or activates one. */
const judging = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tenants = yield* Tenants
  const store = yield* LotteryStore
  const { within } = itemReferences(sql)
  return {
    /** With ids for the names of items. */
    resolved: Effect.fnUntraced(function* (customer_id: string, content: LotteryContent, before: string | null) {
      const { audience } = content
      if (audience !== null && audience !== before) {
        const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
        const found = resolveAudience(audiences, audience)
        if (found instanceof UnknownAudience) {
          return yield* ValidationFailed.at(["audience"], `there is no audience ${audience}`)
        }
      }
      return yield* within(customer_id, content)
    }),
    room: Effect.fnUntraced(function* (customer_id: string, lottery_id: string | null) {
      const max = lotteries_max
      const active = yield* store.activeBeside(customer_id, lottery_id)
      if (active >= max) return yield* new CampaignLimit({ of: "lotteries", max })
    })
  }
})

const tail_length = 6

/** A lottery as PATCH sees it; one that has ended is told apart by where it may go. */
type PatchedLottery = Parameters<typeof lotteryPatch.patched>[0]

/** What is kept of a lottery, among everything that is said of it. */
const contentOf = (lottery: LotteryContent): LotteryContent => {
  const { audience, eligibility, entry, lottery_key, name, prizes, public_proof, schedule, status } = lottery
  return { audience, eligibility, entry, lottery_key, name, prizes, public_proof, schedule, status }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* LotteryStore
  const changes = yield* CacheInvalidation
  const { resolved, room } = yield* judging
  const promises = yield* makePromises

  /** One change of a tenant's lotteries at a time, and every runner hears of it. */
  const announced = <A, E>(customer_id: string, change: Effect.Effect<A, E>) =>
    transactionOf(sql)(
      Effect.andThen(
        store.alone(customer_id),
        Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))
      )
    )

  const keyFor = Effect.fnUntraced(function* (customer_id: string, { lottery_key, name }: LotteryInput) {
    if (lottery_key !== null) return lottery_key
    const wanted = slugOf(name, "lottery")
    return (yield* store.isTaken(customer_id, wanted))
      ? `${wanted}-${(yield* randomBase62(tail_length)).toLowerCase()}`
      : wanted
  })

  const shown = (customer_id: string, lottery_id: string) =>
    Effect.map(Effect.orDie(store.read(customer_id, lottery_id)), shownLottery)

  const create = Effect.fnUntraced(function* (customer_id: string, input: LotteryInput) {
    const lottery_key = yield* keyFor(customer_id, input)
    const content = yield* resolved(customer_id, contentOf({ ...input, lottery_key }), null)
    if (content.status === "active") yield* room(customer_id, null)
    const lottery_id = yield* store.insert(customer_id, content)
    yield* promises.follow(customer_id, lottery_id, null, content)
    return yield* shown(customer_id, lottery_id)
  })

  const update = Effect.fnUntraced(function* (customer_id: string, reference: string, patch: LotteryPatch) {
    const before = yield* store.held(customer_id, reference)
    const { lottery_id, status: from } = before
    const next = contentOf({ ...before, ...lotteryPatch.patched(before as PatchedLottery, patch) })
    const to = next.status
    const content = yield* resolved(customer_id, next, before.audience)
    if (!mayBecome(from, to)) return yield* new InvalidTransition({ from, to })
    if (to === "active" && from !== "active") yield* room(customer_id, lottery_id)
    yield* store.update(customer_id, lottery_id, content)
    yield* promises.follow(customer_id, lottery_id, before, content)
    return yield* shown(customer_id, lottery_id)
  })

  const remove = Effect.fnUntraced(function* (customer_id: string, reference: string) {
    const { lottery_id, open_draw } = yield* store.held(customer_id, reference)
    if (open_draw !== null) yield* promises.cancel({ customer_id, draw_id: open_draw.draw_id })
    yield* store.remove(customer_id, lottery_id)
  })

  return Lotteries.of({
    create: Effect.fn("Lotteries.create")((customer_id, input) => announced(customer_id, create(customer_id, input))),
    update: Effect.fn("Lotteries.update")((customer_id, reference, patch) =>
      announced(customer_id, update(customer_id, reference, patch))
    ),
    remove: Effect.fn("Lotteries.remove")((customer_id, reference) =>
      announced(customer_id, remove(customer_id, reference))
    )
  })
})
