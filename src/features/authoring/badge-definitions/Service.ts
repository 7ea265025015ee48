/** Who has earned a badge that was published later: looked at as they are stored, given through their actors. */
import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../../buddy/Protocol.ts"
import { badgeCheckOf } from "../../../engine/badges/badges.ts"
import type { BadgeCheck } from "../../../engine/badges/BadgeCheck.ts"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { Reckoning } from "../../../platform/requests/Reckoning.ts"
import type { NotFound, ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import type { BadgeDefinition } from "../../../wire/content/BadgeDefinition.ts"
import type { OperationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { judged_max, type JudgedBuddy, judging } from "../../players/buddies/Service/Judging.ts"
import { findEntry } from "../config-versions/Rules/Sections.ts"
import { transactionOf } from "../config-versions/Store/Versions.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { Operations } from "../../players/operations/Service.ts"
import { askedOf } from "./Store.ts"
import { lastOf } from "../../players/operations/Service/Batches.ts"
import { type BackfillPreview, BadgeNotEarned } from "./Api.ts"
import { earnable, figuresOf, type Looked, nothing, plus } from "./Rules.ts"

/** A batch of buddies after the other; see Workflow. */
export const Backfill = jobWorkflow("Backfill")

export const Plan = Schema.Struct({ badge_key: Schema.String, dry_run: Schema.Boolean })
export type Plan = typeof Plan.Type

/** A buddy as a backfill found it. */
export interface Found extends Looked {
  /** a command would give it the badge, or make it ready */
  readonly is_due: boolean
}

export const batch_size = 200

type Refusal = NotFound | BadgeNotEarned

export class Backfills extends Context.Service<
  Backfills,
  {
    /** `reference` is the identifier or the key of a badge; writes nothing */
    preview(
      customer_id: string,
      reference: string
    ): Effect.Effect<BackfillPreview, Refusal | Unavailable | RateLimited | ServiceUnavailable>
    /** answers the operation */
    start(customer_id: string, reference: string, dry_run: boolean): Effect.Effect<string, Refusal | OperationLimit>
    /** the next active buddies in order of their ids, as they are stored */
    look(customer_id: string, badge_key: string, after: string | null): Effect.Effect<ReadonlyArray<Found>, Unavailable>
    /** those of them whom this operation has sent its command: a batch that was lost had got as far */
    asked(key: OperationKey, buddy_ids: ReadonlyArray<string>): Effect.Effect<ReadonlySet<string>>
  }
>()("hatchery/features/badge-definitions/Backfills") {
  static readonly layer = Layer.effect(
    Backfills,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(Operations.layer), Layer.provide([ConfigVersionStore.layer, Reckoning.layer]))
}

/** A state the rules break on costs its own buddy only. */
const checkOf = ({ context, snapshot, state }: JudgedBuddy, badge_key: string): BadgeCheck | typeof broken => {
  try {
    return badgeCheckOf(snapshot, state, badge_key, context)
  } catch {
    return broken
  }
}
const broken = { verdict: "failed", coin_reward: 0, is_due: false } as const

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* Operations
  const versions = yield* ConfigVersionStore
  const next = yield* judging
  const reckoning = yield* Reckoning

  /** The badge as the published version has it. */
  const resolve = Effect.fnUntraced(function* (
    customer_id: string,
    reference: string
  ): Effect.fn.Return<BadgeDefinition, Refusal> {
    const published = findEntry((yield* versions.active(customer_id)).content, "badge_definitions", reference)
    if (Result.isSuccess(published)) return yield* Effect.fromResult(earnable(published.success))
    const drafted = findEntry(yield* versions.read(customer_id), "badge_definitions", reference)
    const { badge_key } = yield* Effect.fromResult(drafted)
    return yield* new BadgeNotEarned({ badge_key, reason: "not_published" })
  })

  const look = Effect.fn("Backfills.look")(function* (
    customer_id: string,
    badge_key: string,
    after: string | null,
    count: number = batch_size
  ) {
    const found = yield* next(customer_id, after, count)
    return found.map((buddy): Found => {
      const { buddy_id, user_id } = buddy
      return { buddy_id, user_id, ...checkOf(buddy, badge_key) }
    })
  })

  const preview = Effect.fnUntraced(function* (customer_id: string, badge_key: string) {
    let figures = nothing
    let after: string | null = null
    do {
      const found: ReadonlyArray<Found> = yield* look(customer_id, badge_key, after)
      figures = plus(figures, figuresOf(found))
      after = lastOf(
        found.map(({ buddy_id }) => buddy_id),
        batch_size
      )
    } while (after !== null && figures.buddies < judged_max)
    const is_complete = after === null || (yield* look(customer_id, badge_key, after, 1)).length === 0
    return { dry_run: true, badge_key, is_complete, ...figures } as const
  })

  return Backfills.of({
    look,
    preview: Effect.fn("Backfills.preview")(function* (customer_id, reference) {
      const { badge_key } = yield* resolve(customer_id, reference)
      return yield* reckoning.pass(customer_id, preview(customer_id, badge_key))
    }),
    start: (customer_id, reference, dry_run) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          const { badge_definition_id, badge_key } = yield* resolve(customer_id, reference)
          return yield* operations.openOfFew(customer_id, Backfill, {
            type: "backfill",
            resource_type: "badge_definition",
            resource_id: badge_definition_id,
            payload: { badge_key, dry_run } satisfies Plan
          })
        })
      ),
    asked: askedOf(sql)
  })
})
