/**
 * Plays the record through two versions at once, in one step: it writes nothing, so a step that is lost is begun anew.
 * It shares its process with actors that have callers waiting, and gives way to them.
 */
import { Effect } from "effect"
import { Activity } from "effect/workflow"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { drawOf } from "../../../buddy/actor/DecisionContext.ts"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import type { BacktestReport } from "../../../wire/answers/BacktestReport.ts"
import { openLane, type RecordedBuddy, replay, type World } from "./Rules/Replay.ts"
import { compare, count, openTally, type Side } from "./Rules/Report.ts"
import { Backtest, Backtests } from "./Service.ts"
import { BacktestStore, type LiveKind, type ByHand, type Earlier, type Plan, type PastEvent } from "./Store.ts"
import { BackgroundThrottle } from "../../../platform/cluster/BackgroundThrottle.ts"

/** Between two batches it says how far it is and looks whether it is still wanted. */
const batch_size = 500
/** Buddies whose story is counted with one statement. */
const buddies_per_look = 200

interface Course {
  readonly before: Side
  readonly after: Side
  readonly world: World
  readonly buddies: Map<string, RecordedBuddy>
  /** by unit */
  readonly recorded: Map<string, number>
  /** events that set something off, by what of all that belongs to no version */
  readonly live: Map<LiveKind, number>
  replayed: number
  reversed: number
  without_buddy: number
}

const openCourse = Effect.fn("Backtest.open")(function* (customer_id: string, plan: Plan) {
  const snapshots = yield* Snapshots
  const facts = yield* (yield* Tenants).get(customer_id)
  const side = (config_version_id: string) =>
    Effect.map(snapshots.get(customer_id, config_version_id), (snapshot): Side => ({
      lane: openLane(snapshot),
      tally: openTally()
    }))
  const course: Course = {
    before: yield* side(plan.compared_with),
    after: yield* side(plan.config_version_id),
    world: {
      tenant_timezone: facts.timezone,
      max_lateness_days: facts.max_lateness_days,
      path: (audience) => facts.paths.get(audience) ?? null,
      draw: (event_id, label) => drawOf(facts.draw_secret, event_id, label)
    },
    buddies: new Map(),
    recorded: new Map(),
    live: new Map(),
    replayed: 0,
    reversed: 0,
    without_buddy: 0
  }
  return course
})

const add = <K>(counts: Map<K, number>, key: K, amount: number) => void counts.set(key, (counts.get(key) ?? 0) + amount)

const play = (course: Course, event: PastEvent): void => {
  const { after, before, buddies, recorded, world } = course
  const buddy = event.buddy_id === null ? undefined : buddies.get(event.buddy_id)
  if (buddy === undefined) {
    course.without_buddy += 1
    return
  }
  if (event.is_reversed) {
    course.reversed += 1
    return
  }
  course.replayed += 1
  for (const kind of event.live) add(course.live, kind, 1)
  add(recorded, "coin", event.coins)
  for (const { amount, token_key } of event.tokens) add(recorded, `token:${token_key}`, amount)
  for (const { lane, tally } of [before, after]) {
    for (const decision of replay(lane, world, buddy, { ...event, buddy_id: buddy.buddy_id })) {
      count(tally, buddy.buddy_id, decision)
    }
  }
}

const meet = Effect.fnUntraced(function* (customer_id: string, { buddies }: Course, events: ReadonlyArray<PastEvent>) {
  const store = yield* BacktestStore
  const unknown = new Set(events.flatMap(({ buddy_id }) => (buddy_id === null ? [] : [buddy_id])))
  for (const id of unknown) if (buddies.has(id)) unknown.delete(id)
  if (unknown.size === 0) return
  for (const buddy of yield* steady(store.buddies(customer_id, [...unknown]))) buddies.set(buddy.buddy_id, buddy)
})

/** Counts of one group of buddies after the other, added up. */
const sumOf = Effect.fnUntraced(function* <A extends { readonly [Name in keyof A]: number }>(
  { buddies }: Course,
  zero: A,
  look: (ids: ReadonlyArray<string>) => Effect.Effect<A>
) {
  const ids = [...buddies.keys()]
  let sum: A = zero
  for (let start = 0; start < ids.length; start += buddies_per_look) {
    const some = yield* steady(look(ids.slice(start, start + buddies_per_look)))
    sum = Object.fromEntries(
      Object.entries<number>(sum).map(([name, so_far]) => [name, so_far + some[name as keyof A]])
    ) as A
  }
  return sum
})

const nobody: ByHand = {
  postings: 0,
  evolutions: 0,
  items: 0,
  gates: 0,
  decays: 0,
  streaks: 0,
  sub_steps: 0,
  other_paths: 0
}
const newborn: Earlier = { events: 0, postings: 0 }

const leftOut = Effect.fnUntraced(function* (customer_id: string, plan: Plan, course: Course) {
  const store = yield* BacktestStore
  const { from } = plan
  const earlier =
    from === null ? newborn : yield* sumOf(course, newborn, (ids) => store.earlier(customer_id, from, ids))
  return { earlier, hands: yield* sumOf(course, nobody, (ids) => store.byHand(customer_id, plan, ids)) }
})

/** What the two sides were not given, and what follows from that. Evolutions that start by themselves are replayed. */
const notReplayed = (
  { after, before, live, reversed, without_buddy }: Course,
  { earlier, hands }: { readonly earlier: Earlier; readonly hands: ByHand }
) => {
  const evolves = before.lane.snapshot.evolution?.auto_evolve ?? false
  const rewards = Math.max(before.tally.item_rewards, after.tally.item_rewards)
  return [
    ["events_without_buddy", without_buddy, "they paid nothing then and are played for nobody now"],
    ["earlier_events", earlier.events, "limits, counts, streaks and badges from before the period are unknown"],
    ["earlier_ledger_rows", earlier.postings, "balances and readiness from before the period are missing"],
    ["reversed_events", reversed, "what was taken back counts on neither side"],
    ["ledger_rows_by_hand", hands.postings, "balances lack manual credits, purchases and other spending"],
    ["evolutions_by_hand", evolves ? 0 : hands.evolutions, "buddies keep the stage they reach by themselves"],
    ["items_acquired", hands.items, "conditions on owned items find none"],
    ["item_rewards", rewards, "items given by rewards are counted and not owned"],
    ["gates_unlocked", hands.gates, "conditions on gates find them locked"],
    ["skill_decays", hands.decays, "skills do not fade while the record is played"],
    ["streak_care", hands.streaks, "streaks go without restores, vacations and freezes taken by hand"],
    ["sub_steps_by_hand", hands.sub_steps, "paths wait where a sub-step is completed by hand"],
    ["sub_steps_of_other_paths", hands.other_paths, "the path that is active now is walked all along"],
    ["surprise_drops", live.get("surprise_drops") ?? 0, "what they brought is missing: they belong to no version"],
    ["event_badges", live.get("event_badges") ?? 0, "badges of what happens once, and progress to them, are missing"],
    ["boosters", live.get("boosters") ?? 0, "rules pay what they say, without what multiplied it"]
  ].flatMap(([what, count, consequence]) =>
    count === 0 ? [] : [{ what, count, consequence } as BacktestReport["not_replayed"][number]]
  )
}

const run = Effect.fn("Backtest.run")(function* (key: OperationKey, plan: Plan) {
  const { customer_id } = key
  const store = yield* BacktestStore
  const operations = yield* OperationStore
  const throttle = yield* BackgroundThrottle
  const course = yield* openCourse(customer_id, plan)
  const size = yield* steady(store.size(customer_id, plan))
  const wanted = Math.min(size, plan.max_events)
  let after = "0"
  for (let done = 0; done < wanted;) {
    if (!(yield* steady(operations.progress(key, { events: done, of: wanted })))) return null
    const events = yield* steady(store.events(customer_id, plan, after, Math.min(batch_size, wanted - done)))
    if (events.length === 0) break
    yield* meet(customer_id, course, events)
    yield* throttle.each(events, (event) => play(course, event))
    done += events.length
    after = events.at(-1)!.sequence
  }
  const left = yield* leftOut(customer_id, plan, course)
  const report: BacktestReport = {
    config_version_id: plan.config_version_id,
    compared_with: plan.compared_with,
    events: { replayed: course.replayed, buddies: course.before.lane.lives.size, is_complete: size <= plan.max_events },
    ...compare(course.before, course.after, course.recorded),
    not_replayed: notReplayed(course, left)
  }
  return report
})

const begin = (key: OperationKey) =>
  Activity.make({
    name: "backtest",
    execute: Effect.gen(function* () {
      const backtests = yield* Backtests
      const operations = yield* OperationStore
      const throttle = yield* BackgroundThrottle
      const plan = yield* steady(backtests.begin(key))
      if (plan === null) return
      const report = yield* throttle.alone(run(key, plan)).pipe(Effect.orDie)
      if (report !== null) yield* steady(operations.complete(key, { ...report }))
    })
  })

/** Needs WorkflowEngine, Snapshots, Tenants, Backtests, BacktestStore and BackgroundThrottle. */
export const BacktestLive = Backtest.toLayer(
  Effect.fn("Backtest")(function* ({ customer_id, operation_id }) {
    yield* begin({ customer_id, operation_id })
  })
)
