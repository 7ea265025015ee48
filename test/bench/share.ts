/**
 * Which share of the path of an event the figures take: decided, committed and added up with them, and beside it, in
 * turn with that and for as many other buddies of the same tenant, decided and committed without them. So both meet the
 * same machine and tables of the same size. Users come and go: a few at a time send all events of their day. On every
 * other day neither has figures: what differs then, by place in memory and tables, is not theirs and is taken off.
 */
import { Effect } from "effect"
import { utc } from "../../src/engine/calendar/zones.ts"
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import { Counts, countsOf } from "../../src/buddy/journal/Counts.ts"
import { NamedUserDays } from "../../src/buddy/journal/NamedUserDays.ts"
import { FoldStore } from "../../src/features/insight/analytics/Store/Fold.ts"
import { type DecidedOptions, decisionsOf } from "./decided.ts"
import { flushing, type Spent, spending } from "./replaying.ts"
import type { World } from "./seed.ts"

export interface ShareOptions {
  readonly world: World
  /** of those with figures, and of those without */
  readonly buddies: number
  /** events of each */
  readonly events: number
  readonly daily: ReadonlyArray<number>
  readonly rounds: number
  readonly flush: number
  readonly lanes: number
  readonly postmaster: number
  readonly campaigns: DecidedOptions["campaigns"]
  readonly say: (line: string) => void
}

/** About as many as a node commits from one look of the fold to the next. */
const flushes_between = 150
/** Who sends at the same time: more than are on their way. */
const present = 512
/** Odd, and another one each day: who comes at the same time came to the tenant, and the day before, at any time. */
const strideOf = (day: number) => 104_729 + 7_340 * day
const day_ms = 86_400_000

class Silent extends Counts {
  override event() {}
  override decision() {}
  override delta() {
    return nothing
  }
}
const nothing = { c: [], u: [] }

const silentOf: typeof countsOf = ({ audience, user_id }, _facts, now) =>
  new Silent({ audience, user_id, zone: utc, isOnTestClock: true, now })

interface Day {
  readonly events_a_day?: number
  readonly isCounting?: boolean
}

/** As the journal does: whom it has named it does not name again. */
class Arm {
  private readonly named = new NamedUserDays()
  private readonly decide: () => ChangeSet
  private readonly flush: number
  private isCounting: boolean
  private day = 0
  private events_a_day = 1
  /** on that day */
  private decided = 0

  constructor({ buddies, campaigns, flush, world }: ShareOptions, isTold: boolean) {
    this.flush = flush
    this.isCounting = isTold
    const began = Date.now()
    const [first, own] = [isTold ? 0 : buddies, Math.min(present, buddies)]
    this.decide = decisionsOf(world, 2 * buddies, {
      ...(campaigns === undefined ? {} : { campaigns }),
      idOf: (serial) => `${isTold ? "told" : "bare"}-${serial}`,
      clock: () => began + this.day * day_ms,
      order: () => {
        const turn = Math.floor(this.decided / (own * this.events_a_day)) * own + (this.decided % own)
        return first + ((turn * strideOf(this.day)) % buddies)
      },
      countsOf: (...of) => (this.isCounting ? countsOf : silentOf)(...of)
    })
    this.next = () => {
      const change = this.named.without(this.decide())!
      this.decided++
      if (this.decided === Math.max(1, Math.floor(buddies / own)) * own * this.events_a_day) this.begin({})
      return change
    }
  }

  private readonly next: () => ChangeSet

  /** A day on which each has so many of them. */
  begin({ events_a_day = this.events_a_day, isCounting = this.isCounting }: Day): void {
    this.events_a_day = events_a_day
    this.isCounting = isCounting
    this.decided = 0
    this.day++
  }

  readonly take = (): ReadonlyArray<ChangeSet> => Array.from({ length: this.flush }, this.next)

  readonly committed = (changes: ReadonlyArray<ChangeSet>): void => {
    for (const { customer_id, delta } of changes) if (delta !== null) this.named.remember(customer_id, delta.u)
  }
}

/** What is spent in a block: by those without figures, by those with them, and to add up. */
interface Block {
  readonly bare: Spent
  readonly told: Spent
  readonly fold: Spent
}

const mean = (all: ReadonlyArray<number>): number => all.reduce((sum, one) => sum + one, 0) / all.length
const median = (all: ReadonlyArray<number>): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0

/** Blocks of days with figures, and of days without. */
interface Played {
  readonly counted: ReadonlyArray<Block>
  readonly alike: ReadonlyArray<Block>
}

/** Processor time of an event, Node's and that of Postgres. */
export interface Cost {
  /** in the event's own commit */
  readonly tell_us: number
  /** after it, by the fold */
  readonly fold_us: number
  readonly text: string
}

export interface DailyCost extends Cost {
  readonly events_a_day: number
}

/**
 * Medians of the difference of two blocks in turn: what a neighbour disturbs, or Postgres does for itself, meets a few
 * of them. Adding up takes a mean: it differs by how many have come anew.
 */
const costOf = ({ alike, counted }: Played, events: number): Cost => {
  const of = (told: (block: Block, name: keyof Spent) => number, blocks = counted, middle = median) => {
    const [here, postgres, wal] = (["here_us", "postgres_us", "wal_bytes"] as const).map(
      (name) => middle(blocks.map((block) => told(block, name))) / events
    )
    return { here: here!, postgres: postgres!, wal: wal! }
  }
  const difference = (block: Block, name: keyof Spent) => block.told[name] - block.bare[name]
  const bare = of((block, name) => block.bare[name])
  const [apart, without] = [of(difference), of(difference, alike)]
  const tell = {
    here: apart.here - without.here,
    postgres: apart.postgres - without.postgres,
    wal: apart.wal - without.wal
  }
  const fold = of((block, name) => block.fold[name], counted, mean)
  const whole = bare.here + bare.postgres
  const [tell_us, fold_us] = [tell.here + tell.postgres, fold.here + fold.postgres]
  const figures = tell_us + fold_us
  const say = ({ here, postgres }: typeof bare) => `${here.toFixed(1)} us here and ${postgres.toFixed(1)} us Postgres`
  const text =
    `figures take ${figures.toFixed(1)} us, ${((figures / whole) * 100).toFixed(1)} % of ${say(bare)}: ` +
    `to tell ${say(tell)}, to add up ${say(fold)}; ${(tell.wal + fold.wal).toFixed(0)} bytes of WAL; ` +
    `taken off: ${say(without)}`
  return { tell_us, fold_us, text }
}

const playDaily = Effect.fnUntraced(function* (options: ShareOptions, told: Arm, bare: Arm) {
  const { events, flush, lanes, postmaster, rounds, say } = options
  const { fold } = yield* FoldStore
  const blocks = Math.max(1, Math.round(events / (flush * flushes_between)))
  const own_events = flush * flushes_between
  const play = (arm: Arm) =>
    spending(postmaster, flushing(arm.take, { flushes: flushes_between, lanes }, arm.committed))
  const foldAll = spending(postmaster, Effect.repeat(fold(), { while: (isMore) => isMore }))
  const playBlock = Effect.fnUntraced(function* (isBareFirst: boolean) {
    const first = isBareFirst ? yield* play(bare) : undefined
    const [own, folded] = [yield* play(told), yield* foldAll]
    return { bare: first ?? (yield* play(bare)), told: own, fold: folded }
  })
  const playDays = Effect.fnUntraced(function* (isCounting: boolean) {
    told.begin({ isCounting })
    bare.begin({})
    return yield* Effect.forEach(Array.from({ length: blocks }), (_, nth) => playBlock(nth % 2 === 0))
  })
  const all = { counted: Array<Block>(), alike: Array<Block>() }
  for (let round = 0; round <= rounds; round++) {
    const [counted, alike] = [yield* playDays(true), yield* playDays(false)]
    say(`  ${round === 0 ? "warming up, " : ""}${costOf({ counted, alike }, own_events).text}`)
    if (round === 0) continue
    all.counted.push(...counted)
    all.alike.push(...alike)
  }
  return costOf(all, own_events)
})

/** The first round of each fills caches and plans, and is not to be believed. */
export const playShares = Effect.fnUntraced(function* (options: ShareOptions) {
  const [told, bare] = [new Arm(options, true), new Arm(options, false)]
  const all: Array<DailyCost> = []
  for (const events_a_day of options.daily) {
    told.begin({ events_a_day })
    bare.begin({ events_a_day })
    const cost = yield* playDaily(options, told, bare)
    options.say(`${events_a_day} events of a user and day: ${cost.text}`)
    all.push({ ...cost, events_a_day })
  }
  return all
})
