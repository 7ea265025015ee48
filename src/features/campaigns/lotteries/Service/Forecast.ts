/** The next draw before it is drawn: what there is to win so far, and how it would come out many times over. */
import { Context, Effect, Layer } from "effect"
import { chiSquareOf } from "../../../../engine/campaigns/chiSquare.ts"
import { drawInTurns, entriesText, sha256, Urn } from "../../../../platform/campaigns/HatcheryDraw.ts"
import { type NotFound, type ServiceUnavailable, ValidationFailed } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import { breathe } from "../../../../wire/Turns.ts"
import { LotteryNotOpen } from "../../../../wire/refusals/Lotteries.ts"
import { type DrawPreview, type Simulate, type Simulation, simulation } from "../Api/Draws.ts"
import { oddsOf, placesOf } from "../Rules.ts"
import { liveLottery, LotteryStore } from "../Store.ts"
import { makePresent } from "../Store/Present.ts"
import { DrawProofs, type Tickets } from "../Store/Proofs.ts"
import { Recounts } from "./Recounts.ts"

interface Service {
  preview(
    customer_id: string,
    reference: string
  ): Effect.Effect<typeof DrawPreview.Type, NotFound | LotteryNotOpen | RateLimited | ServiceUnavailable>
  simulate(
    customer_id: string,
    reference: string,
    asked: Simulate
  ): Effect.Effect<Simulation, NotFound | LotteryNotOpen | ValidationFailed | RateLimited | ServiceUnavailable>
}

export class LotteryForecast extends Context.Service<LotteryForecast, Service>()(
  "hatchery/features/lotteries/LotteryForecast"
) {
  static readonly layer = Layer.effect(
    LotteryForecast,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([LotteryStore.layer, DrawProofs.layer, Recounts.layer]))
}

interface Wins {
  /** by line: places won, and first places won */
  readonly all: Float64Array
  readonly first: Float64Array
}

/** Each run with a seed of its own; the same text gives the same runs. */
const played = Effect.fnUntraced(function* (
  lines: ReadonlyArray<Tickets>,
  { draw_id, places, runs, seed }: { draw_id: string; places: number; runs: number; seed: number | string }
) {
  const urn = new Urn(lines.map(({ tickets }) => tickets))
  const entries_hash = sha256(entriesText(lines))
  const wins: Wins = { all: new Float64Array(lines.length), first: new Float64Array(lines.length) }
  for (let run = 0; run < runs; run++) {
    const picks = yield* drawInTurns(urn, { seed: `simulation:${seed}:${run}`, draw_id, entries_hash, places })
    picks.forEach(({ line }, place) => {
      wins.all[line]! += 1
      if (place === 0) wins.first[line]! += 1
    })
    urn.refill()
    yield* breathe
  }
  return wins
})

const counts_max = 100

/** Chances are judged on first places: those of later ones depend on who has won before. */
const report = (lines: ReadonlyArray<Tickets>, { all, first }: Wins, runs: number) => {
  const entries = lines.reduce((sum, { tickets }) => sum + tickets, 0)
  const counts = lines.map(({ buddy_id, tickets }, line) => ({
    buddy_id,
    tickets,
    wins: all[line]!,
    expected_share: tickets / entries,
    observed_share: first[line]! / runs
  }))
  return {
    participants: lines.length,
    entries,
    win_counts: counts.toSorted((left, right) => right.tickets - left.tickets).slice(0, counts_max),
    ...chiSquareOf(
      counts.map(({ expected_share }, line) => ({ observed: first[line]!, expected: expected_share * runs }))
    )
  }
}

const make = Effect.gen(function* () {
  const store = yield* LotteryStore
  const proofs = yield* DrawProofs
  const recounts = yield* Recounts
  const present = yield* makePresent

  const open = Effect.fnUntraced(function* (customer_id: string, reference: string) {
    const { draw, status } = liveLottery(yield* store.read(customer_id, reference))
    return draw === null ? yield* new LotteryNotOpen({ status }) : draw
  })

  return LotteryForecast.of({
    preview: Effect.fn("LotteryForecast.preview")(function* (customer_id, reference) {
      const { commit_hash, draw_at, draw_id, prizes } = yield* open(customer_id, reference)
      const { entries, participants } = yield* present({ customer_id, draw_id })
      return { draw_id, draw_at, participants, entries, commit_hash, odds_per_entry: oddsOf(prizes, entries), prizes }
    }),
    simulate: Effect.fn("LotteryForecast.simulate")(function* (customer_id, reference, asked) {
      const { runs = simulation.runs, seed = simulation.seed } = asked
      const { draw_id, prizes } = yield* open(customer_id, reference)
      const places = placesOf(prizes).length
      if (runs * places > simulation.places_max) {
        return yield* ValidationFailed.at(["runs"], `runs x places is more than ${simulation.places_max}`)
      }
      const all = Effect.gen(function* () {
        const lines = yield* proofs.tickets({ customer_id, draw_id })
        const wins = yield* played(lines, { draw_id, places, runs, seed })
        return { runs, seed, ...report(lines, wins, runs) }
      })
      return yield* recounts.pass(customer_id, all)
    })
  })
})
