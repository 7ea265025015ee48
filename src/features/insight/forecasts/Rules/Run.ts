/**
 * One life of a whole workspace: day after day users come, leave, do what their models did, and buy. Everything goes
 * through the engine; budgets and stock belong to all of them together. Told step by step, so that whoever lives it can
 * give way to others between two decisions.
 */
import { withoutCampaigns } from "../../../../engine/campaigns/Campaigns.ts"
import { dayMs, offsetAt, startOfDay, type Zone } from "../../../../engine/calendar/zones.ts"
import type { Command, ItemTerms } from "../../../../engine/core/Command.ts"
import type { Accepted, DecideContext } from "../../../../engine/core/Decision.ts"
import { decide } from "../../../../engine/core/decide.ts"
import { initialState } from "../../../../engine/core/initialState.ts"
import type { Snapshot } from "../../../../engine/core/Snapshot.ts"
import { type BuddyState, own } from "../../../../engine/core/State.ts"
import type { PathTerms } from "../../../../wire/content/PathDefinition.ts"
import { drawOf, type Next, poisson, streamOf } from "./Chance.ts"
import type { Person } from "./Person.ts"
import { dayOf, type Donor, type LivedEvent, type Sizes, weekdayOf } from "./Population.ts"
import { closeRun, countAlive, countDecision, countJoin, openDay, type Tally, type When } from "./Tally.ts"

export interface World {
  readonly seed: string
  readonly snapshot: Snapshot
  readonly zone: Zone
  readonly tenant_timezone: string
  /** days since 1970-01-01, the first that is lived */
  readonly first_day: number
  readonly horizon_days: number
  /** share that is left after a day */
  readonly survival: number
  readonly new_per_day: number
  readonly donors: ReadonlyArray<Donor>
  /** where days are assumed: events of a type in a week */
  readonly per_week: Readonly<Record<string, number>>
  /** on sale, by audience; those of none are everybody's */
  readonly shop: (audience: string) => ReadonlyArray<ItemTerms>
  /** what is used up of budgets and stock when it begins, by rule or item and period */
  readonly used: ReadonlyMap<string, number>
  readonly path: (audience: string) => PathTerms | null
}

export const budgetKey = (rule_id: string, period_key: string): string => `${rule_id}/${period_key}`

/** An evolution may make the next one due; there are five stages. */
const evolutions_max = 5
const purchases_max = 5
/** Items that are asked for before it is given up for the day. */
const tries_max = 3
const idle_per_step = 64

interface Course {
  readonly world: World
  readonly tally: Tally
  readonly run: number
  readonly next: Next
  readonly people: Array<Person>
  readonly budgets: Map<string, number>
  ids: number
}

const join = (course: Course, donor: Donor, weight: number, day: number, state: BuddyState | null): void => {
  const { people, tally, world } = course
  const hatched_at = startOfDay(world.zone, day)
  const begun = state ?? initialState(world.snapshot, { hatched_at, timezone: null })
  const person: Person = {
    number: people.length,
    donor,
    weight,
    joined: day,
    state: begun,
    earned: begun.coins.balance,
    stage: begun.evolution_stage,
    next_item: 0,
    left: null,
    seen: day
  }
  people.push(person)
  countJoin(tally, person)
}

/** What a decision may know of the moment; chance follows from run, person and event alone. */
const contextOf = (
  course: Course,
  person: Person,
  at: number,
  id: string,
  paid: ReadonlySet<string>
): DecideContext => {
  const { budgets, run, world } = course
  const name = `${person.number}`
  return {
    ...withoutCampaigns,
    now: at,
    buddy: { buddy_id: name, user_id: name, audience: person.donor.audience, status: "active" },
    tenant_timezone: world.tenant_timezone,
    max_lateness_days: 30,
    path: world.path(person.donor.audience),
    nextId: () => String(++course.ids),
    draw: (label) => drawOf(`${world.seed}|${run}|${name}|${id}|${label}`),
    paid: (rule_id, unique_key) => paid.has(budgetKey(rule_id, unique_key)),
    budget: (rule_id, period_key, max) => {
      const key = budgetKey(rule_id, period_key)
      const used = budgets.get(key) ?? world.used.get(key) ?? 0
      return Math.max(0, Math.floor((max - used) / person.weight))
    }
  }
}

const keep = (course: Course, person: Person, decision: Accepted, paid: Set<string>): void => {
  const { budgets, world } = course
  person.state = decision.state
  for (const { rule_id, unique_key } of decision.uniques) paid.add(budgetKey(rule_id, unique_key))
  for (const { amount, period_key, rule_id } of decision.budgets) {
    const key = budgetKey(rule_id, period_key)
    budgets.set(key, (budgets.get(key) ?? world.used.get(key) ?? 0) + amount * person.weight)
  }
}

interface Moment extends When {
  readonly at: number
  readonly id: string
}

/** Answers whether it was accepted. */
const settle = (course: Course, person: Person, command: Command, moment: Moment, paid: Set<string>): boolean => {
  const context = contextOf(course, person, moment.at, moment.id, paid)
  const decision = decide(course.world.snapshot, person.state, command, context)
  if (decision._tag === "Rejected") return false
  keep(course, person, decision, paid)
  countDecision(course.tally, person, decision, moment)
  return true
}

/** Whoever may evolve does, the same moment. */
function* evolve(course: Course, person: Person, moment: Moment, paid: Set<string>) {
  for (let times = 0; person.state.evolution_ready && times < evolutions_max; times++) {
    yield
    const command: Command = { _tag: "Evolve", from_stage: person.state.evolution_stage, image_url: null }
    if (!settle(course, person, command, moment, paid)) return
  }
}

/** What it can pay and does not have, the nearest to what it usually pays first. */
const wantedBy = (items: ReadonlyArray<ItemTerms>, { donor, state }: Person): ReadonlyArray<ItemTerms> => {
  const usual = donor.price ?? 0
  return items
    .filter((item) => item.price_coins <= state.coins.balance && own(state.items, item.item_id) === undefined)
    .sort((left, right) => Math.abs(left.price_coins - usual) - Math.abs(right.price_coins - usual))
    .slice(0, tries_max)
}

function* buy(course: Course, person: Person, day: number, paid: Set<string>) {
  const { next, world } = course
  if (person.donor.price === null) return
  const times = Math.min(purchases_max, poisson(person.donor.purchases_per_active_day, next))
  // Late in the day, when it has what the day brought.
  const at = startOfDay(world.zone, day + 1) - 60_000
  const offset = at - startOfDay(world.zone, day)
  for (let time = 0; time < times; time++) {
    for (const item of wantedBy(world.shop(person.donor.audience), person)) {
      yield
      const id = `${day}/buy/${time}`
      const command: Command = { _tag: "BuyItem", item, purchase_id: id, gift_to_buddy_id: null }
      if (settle(course, person, command, { day, offset, at, id }, paid)) break
    }
  }
}

/**
 * When the local clock shows a time of a day. No time of a day lies on another one, also where the clock is set
 * forward: who comes in the evening has been there on that day.
 */
const momentOf = (zone: Zone, day: number, offset: number): number => {
  const [start, end] = [startOfDay(zone, day), startOfDay(zone, day + 1)]
  const wall = day * dayMs + offset
  return Math.min(Math.max(wall - offsetAt(zone, wall - offsetAt(zone, start)), start), end - 1)
}

function* liveDay(course: Course, person: Person, day: number, events: ReadonlyArray<LivedEvent>) {
  // What pays once for each value is about something new on every day that is lived.
  const paid = new Set<string>()
  for (const [place, { offset, properties, type }] of events.entries()) {
    yield
    const moment = { day, offset, at: momentOf(course.world.zone, day, offset), id: `${day}/${place}` }
    const event = { event_id: moment.id, occurred_at: moment.at, properties, type }
    settle(course, person, { _tag: "Event", ...event }, moment, paid)
    yield* evolve(course, person, moment, paid)
  }
  yield* buy(course, person, day, paid)
}

/** One run; what it came to stands in the tally when it has ended. */
export function* live(world: World, sizes: Sizes, run: number, tally: Tally): Generator<undefined, void> {
  const next = streamOf(`${world.seed}|${run}`)
  const course: Course = { world, tally, run, next, people: [], budgets: new Map(), ids: 0 }
  const models = world.donors.slice(0, sizes.starters)
  for (const donor of models) join(course, donor, sizes.starter_weight, world.first_day - 1, donor.state)
  let idle = 0
  for (let place = 0; place < world.horizon_days; place++) {
    const day = world.first_day + place
    openDay(tally, place)
    const arrivals = poisson(world.new_per_day * sizes.fraction, next)
    for (let one = 0; one < arrivals; one++) {
      join(course, models[Math.floor(next() * models.length)]!, 1 / sizes.fraction, day, null)
    }
    // Nobody is always the first at what is scarce.
    const { length } = course.people
    const first = Math.floor(next() * length)
    for (let turn = 0; turn < length; turn++) {
      const person = course.people[(first + turn) % length]!
      if (person.left !== null) continue
      if (next() >= world.survival) {
        person.left = day
        continue
      }
      const events = dayOf(person.donor, weekdayOf(day), world.per_week, next)
      if (events.length > 0) {
        person.seen = day
        yield* liveDay(course, person, day, events)
      } else if (++idle % idle_per_step === 0) yield
      countAlive(tally, person, events.length > 0)
    }
  }
  closeRun(tally, course.people, world.first_day + world.horizon_days - 1)
}
