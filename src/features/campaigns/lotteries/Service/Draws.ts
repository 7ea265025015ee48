/**
 * A draw is led on in steps that are each one transaction: it closes, its list is written, the winners follow from it,
 * prizes are paid. Whatever stops it in between, it goes on from where it was.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type Grant, Grants } from "../../../../buddy/Grants.ts"
import { inWaves } from "../../../../platform/cluster/Waves.ts"
import { again_after_ms, eachAlone } from "../../../../platform/campaigns/Clock.ts"
import { drawOfInTurns, sha256 } from "../../../../platform/campaigns/HatcheryDraw.ts"
import { Subjects } from "../../../../platform/campaigns/Subjects.ts"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { isUniqueViolation, nowDate, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { seedPlace } from "../../../../platform/secrets/SealedSeeds.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import type { LotteryEntryTerms } from "../../../../wire/campaigns/Lottery.ts"
import type { Reward } from "../../../../wire/content/Shared.ts"
import type { NotFound } from "../../../../wire/Failure.ts"
import { iso } from "../../../../wire/Ids.ts"
import { LotteryNotOpen } from "../../../../wire/refusals/Lotteries.ts"
import { patiently, payable } from "../../../players/operations/Service/Batches.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import { grantKeyOf, placesOf } from "../Rules.ts"
import { nextDrawAt } from "../Rules/Schedule.ts"
import { type KeptLottery, LotteryStore } from "../Store.ts"
import { type DrawKey, DrawStore, type HeldDraw } from "../Store/Draws.ts"
import { drawJobs } from "./DrawJob.ts"
import { makePromises } from "./Promises.ts"

/** What became of some of what a draw owes; `last`: where the next ones begin, null when there are none. */
export interface Settled {
  readonly granted: number
  readonly void: number
  /** not now: their buddies could not be reached */
  readonly failed: number
  readonly last: string | null
}

interface Service {
  /**
   * Closes it and opens the next one, unless the workspace may have none any more: then the lottery rests. Does nothing
   * to a draw that is not open, or rests with its lottery; unless somebody asked for it now, nor to one that was put
   * off since its job was begun.
   */
  fence(key: DrawKey, isAsked: boolean): Effect.Effect<void>
  /** Writes the list of one that is closed: behind the fence, since a long one takes seconds. */
  list(key: DrawKey): Effect.Effect<void>
  /** The winners of a list that is fixed; the seed is told. Does nothing to any other draw. */
  decide(key: DrawKey): Effect.Effect<void>
  /** Pays the next prizes, or the next refunds of a draw that was cancelled. */
  pay(key: DrawKey, after: string | null, count: number): Effect.Effect<Settled>
  /** answers the operation */
  drawNow(customer_id: string, reference: string, reason: string): Effect.Effect<string, NotFound | LotteryNotOpen>
  /** starts a job for every draw that has something to do */
  startDue: Effect.Effect<void>
  /** opens the next draw of every lottery that rested while its workspace might have none */
  wakeResting: Effect.Effect<void>
}

export class LotteryDraws extends Context.Service<LotteryDraws, Service>()("hatchery/features/lotteries/LotteryDraws") {
  static readonly layer = Layer.effect(
    LotteryDraws,
    Effect.gen(function* () {
      return LotteryDraws.of({
        ...(yield* leading),
        ...(yield* settling),
        ...(yield* starting),
        wakeResting: yield* waking
      })
    })
  ).pipe(Layer.provide([LotteryStore.layer, DrawStore.layer, Subjects.layer, OperationStore.layer, Grants.layer]))
}

/** The clock of whoever begins a job may be so far ahead of the one it is done by. */
const skew_ms = 60_000

/** What follows a draw that has closed, in the transaction that holds its lottery: the next one after a moment. */
const makeNext = Effect.gen(function* () {
  const changes = yield* CacheInvalidation
  const store = yield* LotteryStore
  const promises = yield* makePromises
  return Effect.fnUntraced(function* (customer_id: string, held: KeptLottery, after: number) {
    const { lottery_id, schedule } = held
    const at = schedule.frequency === "once" ? null : nextDrawAt(schedule, after)
    yield* store.advance(customer_id, lottery_id, at === null ? "ended" : "active")
    // A workspace that has lost its lotteries could not stop them either: nothing new is promised for it.
    if (at !== null && (yield* store.isOn(customer_id))) yield* promises.open(customer_id, lottery_id, held, at)
    yield* changes.publish({ _tag: "Tenant", customer_id })
  })
})

const leading = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const outbox = yield* Outbox
  const store = yield* LotteryStore
  const draws = yield* DrawStore
  const subjects = yield* Subjects
  const next = yield* makeNext

  const fence = Effect.fnUntraced(function* (key: DrawKey, isAsked: boolean) {
    const { customer_id, draw_id } = key
    const lottery_id = yield* draws.lotteryOf(key)
    if (Option.isNone(lottery_id)) return
    const held = yield* Effect.option(store.held(customer_id, lottery_id.value))
    if (Option.isNone(held)) return
    const { open_draw, status } = held.value
    if (status !== "active" || open_draw?.draw_id !== draw_id) return
    const now = yield* Clock.currentTimeMillis
    const draw_at = Date.parse(open_draw.draw_at)
    if (!isAsked && draw_at > now + skew_ms) return
    yield* subjects.close({ customer_id, subject_id: draw_id })
    yield* draws.close(key)
    // A draw that was late, or was asked for before its time, takes no other with it; one whose time has come takes its
    // own moment, also where the clock here is behind.
    yield* next(customer_id, held.value, isAsked ? now : Math.max(now, draw_at))
  })

  const decide = Effect.fnUntraced(function* (key: DrawKey) {
    const held = yield* draws.held(key)
    if (Option.isNone(held) || held.value.status !== "closed" || held.value.entries_text === null) return
    const { commit_hash, entries, entries_text, lottery_id, lottery_key, participants, sealed_seed, terms } = held.value
    const seed = yield* vault.open(sealed_seed, seedPlace(key.draw_id))
    if (sha256(seed) !== commit_hash) return yield* Effect.die(new Error(`the seed of ${key.draw_id} is not its own`))
    const places = placesOf(terms.prizes)
    const drawn = yield* drawOfInTurns(entries_text, { seed, draw_id: key.draw_id, places: places.length })
    const winner_buddy_ids = yield* draws.decide(key, {
      seed,
      entries_hash: drawn.entries_hash,
      unawarded: places.length - drawn.winners.length,
      winners: drawn.winners.map((winner, index) => ({ ...winner, ...places[index]! }))
    })
    const { draw_id } = key
    const numbers = { participants, entries: Number(entries) }
    const occurred_at = iso(yield* nowDate)
    const body = { lottery_id, lottery_key, draw_id, ...numbers, winner_buddy_ids, commit_hash, seed, occurred_at }
    yield* outbox.enqueue(key.customer_id, [{ event: "lottery.drawn", body }])
  })

  const transaction = transactionOf(sql)
  return {
    fence: Effect.fn("LotteryDraws.fence")((key: DrawKey, isAsked: boolean) => transaction(fence(key, isAsked))),
    list: Effect.fn("LotteryDraws.list")((key: DrawKey) => draws.list(key)),
    decide: Effect.fn("LotteryDraws.decide")((key: DrawKey) => transaction(decide(key)))
  }
})

const nothing: Reward = { coins: 0, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }

/** What tickets had cost. */
const priceOf = (entry: LotteryEntryTerms, tickets: number): Reward => {
  if (entry.mode === "event") return nothing
  const amount = entry.amount * tickets
  return entry.mode === "coin_cost"
    ? { ...nothing, coins: amount }
    : { ...nothing, tokens: [{ token_key: entry.token_key, amount }] }
}

const settling = Effect.gen(function* () {
  const draws = yield* DrawStore
  const grants = yield* Grants

  const grant = ({ customer_id, draw_id }: DrawKey, buddy_id: string | null, owed: Owing) =>
    buddy_id === null
      ? Effect.succeed("void" as const)
      : payable(
          { customer_id, buddy_id },
          grants.grant(customer_id, buddy_id, { ...owed, campaign_id: draw_id, origin })
        ).pipe(
          patiently,
          Effect.map((outcome) => (outcome === "void" ? "void" : "granted")),
          Effect.catchTag("Unavailable", () => Effect.succeed("failed" as const))
        )
  const counted = (outcomes: ReadonlyArray<"granted" | "void" | "failed">, last: string | null): Settled => {
    const of = (outcome: string) => outcomes.filter((one) => one === outcome).length
    return { granted: of("granted"), void: of("void"), failed: of("failed"), last }
  }

  const prizes = Effect.fnUntraced(function* (key: DrawKey, after: string | null, count: number) {
    const owed = yield* draws.owed(key, after === null ? -1 : Number(after), count)
    const outcomes = yield* inWaves(owed, ({ buddy_id, reward, status, ...place }) =>
      status === "pending"
        ? grant(key, buddy_id, { source: "lottery", grant_key: grantKeyOf(place), reward })
        : Effect.succeed(status)
    )
    const of = (outcome: string) => owed.flatMap(({ position }, index) => (outcomes[index] === outcome ? position : []))
    yield* draws.paid(key, of("granted"), of("void"))
    return counted(outcomes, owed.length < count ? null : String(owed.at(-1)!.position))
  })

  const refunds = Effect.fnUntraced(function* (key: DrawKey, draw: HeldDraw, after: string | null, count: number) {
    const entries = yield* draws.toRefund(key, after, count)
    const outcomes = yield* inWaves(entries, ({ buddy_id, entry_id, tickets }) =>
      grant(key, buddy_id, {
        source: "lottery_refund",
        grant_key: entry_id,
        reward: priceOf(draw.terms.entry, tickets),
        is_refund: true
      })
    )
    const done = entries.flatMap(({ entry_id }, index) => (outcomes[index] === "failed" ? [] : entry_id))
    yield* draws.refunded(key, done)
    return counted(outcomes, entries.length < count ? null : entries.at(-1)!.entry_id)
  })

  return {
    pay: Effect.fn("LotteryDraws.pay")(function* (key: DrawKey, after: string | null, count: number) {
      const draw = yield* draws.held(key)
      if (Option.isNone(draw) || draw.value.status === "open") return counted([], null)
      const isCancelled = draw.value.status === "cancelled"
      const settled = yield* isCancelled ? refunds(key, draw.value, after, count) : prizes(key, after, count)
      if (settled.last === null) yield* draws.settle(key)
      return settled
    })
  }
})

const origin = { type: "job", id: "lottery_draw" } as const
type Owing = Pick<Grant, "source" | "grant_key" | "reward" | "is_refund">

/** draws begun, or lotteries woken, in one look */
const due_max = 200

const waking = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* LotteryStore
  const next = yield* makeNext
  const wake = Effect.fnUntraced(function* (customer_id: string, lottery_id: string) {
    const held = yield* Effect.option(store.held(customer_id, lottery_id))
    if (Option.isNone(held)) return
    const { open_draw, status } = held.value
    if (status === "active" && open_draw === null) yield* next(customer_id, held.value, yield* Clock.currentTimeMillis)
  })
  return Effect.gen(function* () {
    const resting = yield* store.resting(due_max)
    yield* eachAlone(resting, ({ customer_id, lottery_id }) => transactionOf(sql)(wake(customer_id, lottery_id)))
  }).pipe(Effect.withSpan("LotteryDraws.wakeResting"))
})

const starting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* LotteryStore
  const draws = yield* DrawStore
  const enqueue = yield* drawJobs
  const transaction = transactionOf(sql)
  /** Somebody else was faster. */
  const orTaken = <A, E, B, F>(effect: Effect.Effect<A, E>, taken: Effect.Effect<B, F>) =>
    Effect.catchDefect(effect, (defect): Effect.Effect<B, E | F> =>
      isUniqueViolation(defect) ? taken : Effect.die(defect)
    )

  const asked = Effect.fnUntraced(function* (customer_id: string, reference: string, reason: string) {
    const { open_draw, status } = yield* store.held(customer_id, reference)
    if (status !== "active" || open_draw === null) return yield* new LotteryNotOpen({ status })
    const key = { customer_id, draw_id: open_draw.draw_id }
    const running = yield* draws.job(key)
    return Option.isSome(running) ? running.value : yield* enqueue(key, reason)
  })

  return {
    drawNow: Effect.fn("LotteryDraws.drawNow")((customer_id: string, reference: string, reason: string) => {
      const once = transaction(asked(customer_id, reference, reason))
      return orTaken(once, once)
    }),
    startDue: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = yield* draws.due(new Date(now - again_after_ms), due_max)
      yield* eachAlone(due, (key) => orTaken(Effect.asVoid(transaction(enqueue(key, null))), Effect.void))
    }).pipe(Effect.withSpan("LotteryDraws.startDue"))
  }
})
