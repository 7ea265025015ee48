/**
 * What a draw promises when it opens: its terms, and the hash of a seed nobody has seen. From then on its entries
 * cannot be chosen to suit the seed, nor the seed to suit the entries.
 */
import { isDeepStrictEqual } from "node:util"
import { Clock, Effect, Option } from "effect"
import { sha256 } from "../../../../platform/campaigns/HatcheryDraw.ts"
import { Subjects } from "../../../../platform/campaigns/Subjects.ts"
import { randomBytes, uuid } from "../../../../platform/postgres/Ids.ts"
import { seedPlace } from "../../../../platform/secrets/SealedSeeds.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import type { LotterySchedule, LotteryTerms } from "../../../../wire/campaigns/Lottery.ts"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { nextDrawAt } from "../Rules/Schedule.ts"
import type { KeptLottery, LotteryContent } from "../Store.ts"
import { type DrawKey, DrawStore } from "../Store/Draws.ts"
import { drawJobs } from "./DrawJob.ts"

export const drawSubject = "lottery_draw"

const seed_bytes = 32

const frozen = ({ audience, eligibility, entry, prizes }: LotteryTerms): LotteryTerms => ({
  audience,
  eligibility,
  entry,
  prizes
})

/** The next moment of the schedule; 422 where it has none any more. */
const nextOf = Effect.fnUntraced(function* (schedule: LotterySchedule) {
  const at = nextDrawAt(schedule, yield* Clock.currentTimeMillis)
  return at ?? (yield* ValidationFailed.at(["schedule", "draw_at"], "draw_at is past"))
})

/** To be yielded while a layer is built. All of it belongs into the transaction that holds the lottery. */
export const makePromises = Effect.gen(function* () {
  const vault = yield* Vault
  const draws = yield* DrawStore
  const subjects = yield* Subjects
  const enqueue = yield* drawJobs
  const subjectOf = ({ customer_id, draw_id }: DrawKey) => ({ customer_id, subject_id: draw_id })

  const open = Effect.fnUntraced(function* (
    customer_id: string,
    lottery_id: string,
    terms: LotteryTerms,
    draw_at: number
  ) {
    const draw_id = yield* uuid
    const seed = Buffer.from(yield* randomBytes(seed_bytes)).toString("hex")
    const sealed_seed = yield* vault.seal(seed, seedPlace(draw_id))
    const commit_hash = sha256(seed)
    yield* subjects.open({ customer_id, subject_id: draw_id }, drawSubject)
    yield* draws.open({ customer_id, draw_id, lottery_id, terms: frozen(terms), draw_at, commit_hash, sealed_seed })
  })

  return {
    open,
    /** The draw follows its lottery: it opens with it, rests with it, and moves with its schedule. */
    follow: Effect.fnUntraced(function* (
      customer_id: string,
      lottery_id: string,
      before: KeptLottery | null,
      after: LotteryContent
    ) {
      const isActive = after.status === "active"
      const wasActive = before?.status === "active"
      const draw_id = before?.open_draw?.draw_id
      if (draw_id === undefined) {
        if (isActive) yield* open(customer_id, lottery_id, after, yield* nextOf(after.schedule))
        return
      }
      const key = { customer_id, draw_id }
      // As stored and as sent, the same one may have its fields in another order.
      const isMoved = !isDeepStrictEqual(before?.schedule, after.schedule)
      if (isActive && (isMoved || !wasActive)) yield* draws.move(key, yield* nextOf(after.schedule))
      if (isActive && !wasActive) yield* subjects.reopen(subjectOf(key))
      if (!isActive && wasActive) yield* subjects.close(subjectOf(key))
    }),
    /** Everybody who has paid for it is refunded. */
    cancel: Effect.fnUntraced(function* (key: DrawKey) {
      yield* subjects.close(subjectOf(key))
      const cancelled = yield* draws.cancel(key)
      if (cancelled === null || cancelled.is_settled) return
      // A job under way finds it cancelled and refunds; what it leaves is found when it is due.
      if (Option.isNone(yield* draws.job(key))) yield* enqueue(key, null)
    })
  }
})
