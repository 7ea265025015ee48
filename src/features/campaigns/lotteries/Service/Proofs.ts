/** What draws come to, in the words of the contract: their records and their proofs. */
import { Context, Effect, Layer, Option } from "effect"
import { AppConfig } from "../../../../Config.ts"
import { algorithm, drawOfInTurns, sha256 } from "../../../../platform/campaigns/HatcheryDraw.ts"
import { Subjects } from "../../../../platform/campaigns/Subjects.ts"
import { entriesBucket, participantsBucket } from "../../../../engine/campaigns/lotteries.ts"
import { type CursorPage, mapPage } from "../../../../platform/postgres/Paging.ts"
import { Shelf } from "../../../../platform/requests/Shelf.ts"
import { makeSingleFlight } from "../../../../platform/requests/SingleFlight.ts"
import { type BadRequest, InvalidTransition, NotFound, type ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import { iso, isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import type { DrawProof } from "../../../../wire/answers/DrawProof.ts"
import type { Draw, PublicDraw } from "../Api/Draws.ts"
import { grantKeyOf, placesOf } from "../Rules.ts"
import { LotteryStore } from "../Store.ts"
import { DrawProofs, type TellableDraw, type Winner } from "../Store/Proofs.ts"
import { Recounts } from "./Recounts.ts"

interface Service {
  past(
    customer_id: string,
    reference: string,
    query: CursorQuery
  ): Effect.Effect<CursorPage<Draw>, NotFound | BadRequest>
  read(customer_id: string, reference: string, draw_id: string): Effect.Effect<Draw, NotFound>
  verify(
    customer_id: string,
    reference: string,
    draw_id: string
  ): Effect.Effect<DrawProof, NotFound | InvalidTransition | RateLimited | ServiceUnavailable>
  open(draw_id: string): Effect.Effect<PublicDraw, NotFound>
  /** the list, for anybody: the same bytes for all who ask at a time */
  openList(draw_id: string): Effect.Effect<Uint8Array, NotFound>
}

export class LotteryProofs extends Context.Service<LotteryProofs, Service>()(
  "hatchery/features/lotteries/LotteryProofs"
) {
  static readonly layer = Layer.effect(
    LotteryProofs,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([LotteryStore.layer, DrawProofs.layer, Subjects.layer, Recounts.layer]))
}

const unknown = () => new NotFound({ resource: "draw" })

const shown = (draw: TellableDraw, winners: ReadonlyArray<Winner>): Draw => ({
  draw_id: draw.draw_id,
  status: draw.status,
  draw_at: iso(draw.draw_at),
  drawn_at: isoOrNull(draw.drawn_at),
  participants: draw.participants,
  entries: Number(draw.entries),
  commit_hash: draw.commit_hash,
  seed: draw.seed,
  entries_hash: draw.entries_hash,
  winners: winners.map(({ buddy_id, entry_id, rank, reward, status }) => ({
    rank,
    buddy_id,
    entry_id,
    reward,
    status
  })),
  unawarded: draw.unawarded
})

/** The same draw, carried out again. */
const judged = Effect.fnUntraced(function* (
  draw: TellableDraw,
  list: string,
  winners: ReadonlyArray<Winner>,
  receipts: ReadonlyMap<string, number>
) {
  const places = placesOf(draw.terms.prizes)
  const seed = draw.seed ?? ""
  const again = yield* drawOfInTurns(list, { seed, draw_id: draw.draw_id, places: places.length })
  const { lines } = again
  const tickets = lines.reduce((sum, line) => sum + line.tickets, 0)
  const expected = again.winners.map(({ entry_id, n, ticket }, index) => {
    const { place, rank } = places[index]!
    return [rank, place, entry_id, ticket, n].join("/")
  })
  const told = winners.map(({ entry_id, n, place, rank, ticket }) => [rank, place, entry_id, ticket, n].join("/"))
  const paid = (winner: Winner): boolean => {
    const times = receipts.get(grantKeyOf(winner)) ?? 0
    // The receipt of whoever was erased since is gone with the name.
    if (winner.status === "granted") return times === 1 || (times === 0 && winner.buddy_id === null)
    return winner.status === "pending" ? times <= 1 : times === 0
  }
  const checks = {
    commit: draw.seed !== null && sha256(seed) === draw.commit_hash,
    entries:
      again.entries_hash === draw.entries_hash &&
      lines.length === draw.participants &&
      tickets === Number(draw.entries),
    winners: JSON.stringify(told) === JSON.stringify(expected),
    rewards: winners.every(paid)
  }
  return { valid: Object.values(checks).every(Boolean), checks } satisfies DrawProof
})

const drawnAgain = Effect.fnUntraced(function* (proofs: DrawProofs["Service"], draw: TellableDraw) {
  const list = yield* proofs.list(draw)
  const winners = yield* proofs.winners(draw.customer_id, [draw.draw_id])
  return yield* judged(draw, list ?? "", winners, yield* proofs.receipts(draw))
})

const lists_kept = 4

/** Lists may be megabytes, and anybody may ask for one as often as he likes: each is held once. */
export const heldLists = Effect.fnUntraced(function* (proofs: DrawProofs["Service"]) {
  const kept = new Shelf<Uint8Array>(lists_kept)
  const once = (yield* makeSingleFlight)<Uint8Array | undefined, never>()
  const read = Effect.fnUntraced(function* (draw: TellableDraw) {
    const list = yield* proofs.list(draw)
    if (list === null) return undefined
    const bytes = Buffer.from(list)
    kept.set(draw.draw_id, bytes)
    return bytes
  })
  return (draw: TellableDraw) =>
    Effect.suspend(() => {
      const known = kept.get(draw.draw_id)
      return known === undefined ? once(draw.draw_id, read(draw)) : Effect.succeed(known)
    })
})

const make = Effect.gen(function* () {
  const store = yield* LotteryStore
  const proofs = yield* DrawProofs
  const subjects = yield* Subjects
  const recounts = yield* Recounts
  const listOf = yield* heldLists(proofs)
  const { publicUrl } = yield* AppConfig

  /** Until its list is fixed, a draw has as many tickets as were bought by now. */
  const counted = Effect.fnUntraced(function* (draw: TellableDraw) {
    if (draw.status !== "open") return draw
    const totals = yield* subjects.totals({ customer_id: draw.customer_id, subject_id: draw.draw_id })
    const participants = totals.get(participantsBucket) ?? 0
    return { ...draw, participants, entries: BigInt(totals.get(entriesBucket) ?? 0) }
  })

  const found = Effect.fnUntraced(function* (customer_id: string, reference: string, draw_id: string) {
    const { lottery_id } = yield* store.read(customer_id, reference)
    const draw = isUuid(draw_id) ? yield* proofs.read(customer_id, lottery_id, draw_id) : Option.none()
    return Option.isNone(draw) ? yield* unknown() : yield* counted(draw.value)
  })
  const opened = Effect.fnUntraced(function* (draw_id: string) {
    const draw = isUuid(draw_id) ? yield* proofs.open(draw_id) : Option.none()
    return Option.isNone(draw) ? yield* unknown() : yield* counted(draw.value)
  })

  return LotteryProofs.of({
    past: Effect.fn("LotteryProofs.past")(function* (customer_id, reference, query) {
      const { lottery_id } = yield* store.read(customer_id, reference)
      const page = yield* proofs.past(customer_id, lottery_id, query)
      const winners = yield* proofs.winners(
        customer_id,
        page.data.map(({ draw_id }) => draw_id)
      )
      const byDraw = Map.groupBy(winners, ({ draw_id }) => draw_id)
      return mapPage(page, (draw) => shown(draw, byDraw.get(draw.draw_id) ?? []))
    }),
    read: Effect.fn("LotteryProofs.read")(function* (customer_id, reference, draw_id) {
      const draw = yield* found(customer_id, reference, draw_id)
      return shown(draw, yield* proofs.winners(customer_id, [draw.draw_id]))
    }),
    verify: Effect.fn("LotteryProofs.verify")(function* (customer_id, reference, draw_id) {
      const draw = yield* found(customer_id, reference, draw_id)
      if (draw.status !== "drawn") return yield* new InvalidTransition({ from: draw.status, to: "drawn" })
      return yield* recounts.pass(customer_id, drawnAgain(proofs, draw))
    }),
    open: Effect.fn("LotteryProofs.open")(function* (id) {
      const draw = yield* opened(id)
      const { commit_hash, customer_id, draw_id, entries_hash, participants, seed, status, unawarded } = draw
      const isDrawn = status === "drawn"
      const winners = isDrawn ? yield* proofs.winners(customer_id, [draw_id]) : []
      return {
        algorithm,
        draw_id,
        status,
        commit_hash,
        seed,
        entries_hash: isDrawn ? entries_hash : null,
        entries_url: isDrawn ? `${publicUrl}/api/v1/public/lottery-draws/${draw_id}/entries.txt` : null,
        participants,
        entries: Number(draw.entries),
        winners: winners.map(({ entry_id, n, rank, ticket }) => ({ rank, entry_id, ticket: Number(ticket), n })),
        unawarded
      }
    }),
    openList: Effect.fn("LotteryProofs.openList")(function* (draw_id) {
      const draw = yield* opened(draw_id)
      const list = draw.status === "drawn" ? yield* listOf(draw) : undefined
      return list === undefined ? yield* unknown() : list
    })
  })
})
