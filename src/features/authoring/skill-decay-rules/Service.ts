/** Who a decay rule concerns, and what it has taken so far. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { decayOf } from "../../../engine/growth/decay.ts"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { type CursorPage, cursorPaging } from "../../../platform/postgres/Paging.ts"
import type { BadRequest } from "../../../wire/Failure.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import type { SkillDecayRule } from "../../../wire/content/Skill.ts"
import { judging } from "../../players/buddies/Service/Judging.ts"
import { Operations } from "../../players/operations/Service.ts"
import { customersOf, historyOf } from "./Store.ts"
import { lastOf } from "../../players/operations/Service/Batches.ts"
import type { DecayEntry, DecayPreview } from "./Api.ts"

/** One round of one tenant's rules over its buddies; see Workflow. */
export const Decay = jobWorkflow("Decay")

export const Run = Schema.Struct({ rule_id: Schema.NullOr(Schema.String), dry_run: Schema.Boolean })
export type Run = typeof Run.Type

/** One level change a rule asks for. */
export interface Due {
  readonly buddy_id: string
  readonly rule_id: string
  readonly period_key: string
  readonly previous_level: number
  readonly new_level: number
}
export interface DuePage {
  readonly looked_at: number
  readonly due: ReadonlyArray<Due>
  /** null: nobody is left */
  readonly last: string | null
}

interface Service {
  preview(customer_id: string, rule: SkillDecayRule): Effect.Effect<typeof DecayPreview.Type>
  history(
    customer_id: string,
    rule_id: string,
    query: CursorQuery
  ): Effect.Effect<CursorPage<typeof DecayEntry.Type>, BadRequest>
  /** answers the operation */
  start(customer_id: string, run: Run): Effect.Effect<string>
  /** what the rules of the buddies' own versions take now, a page of buddies at a time, in order of their ids */
  due(customer_id: string, rule_id: string | null, after: string | null): Effect.Effect<DuePage>
  /** tenants some published version of which has decay rules */
  readonly customers: Effect.Effect<ReadonlyArray<string>>
}

export class Decays extends Context.Service<Decays, Service>()("hatchery/features/skill-decay-rules/Decays") {
  static readonly layer = Layer.effect(
    Decays,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(Operations.layer))
}

const page_size = 200
const sample_max = 20

/** Buddies judged by decay rules, a page at a time. */
const decaying = Effect.gen(function* () {
  const next = yield* judging
  /** One page judged by the rules that `rulesOf` names for each buddy. */
  return Effect.fnUntraced(function* (
    customer_id: string,
    after: string | null,
    rulesOf: (own: ReadonlyArray<SkillDecayRule>) => ReadonlyArray<SkillDecayRule>
  ): Effect.fn.Return<DuePage> {
    const found = yield* Effect.orDie(next(customer_id, after, page_size))
    const due = found.flatMap(({ buddy_id, context, snapshot, state }): ReadonlyArray<Due> =>
      rulesOf(snapshot.content.skill_decay_rules).flatMap((rule) => {
        const levels = decayOf(snapshot, state, rule, context)
        return levels === null ? [] : [{ buddy_id, rule_id: rule.rule_id, ...levels }]
      })
    )
    const ids = found.map(({ buddy_id }) => buddy_id)
    return { looked_at: found.length, due, last: lastOf(ids, page_size) }
  })
})
type Judge = Effect.Success<typeof decaying>

const previewing = (judge: Judge): Service["preview"] =>
  Effect.fn("Decays.preview")(function* (customer_id, rule) {
    const as_of = new Date(yield* Clock.currentTimeMillis).toISOString()
    const sample: Array<Pick<Due, "buddy_id" | "previous_level" | "new_level">> = []
    let [affected_buddies, total_delta] = [0, 0]
    for (let after: string | null = null; ;) {
      const { due, last }: DuePage = yield* judge(customer_id, after, () => [{ ...rule, enabled: true }])
      for (const { buddy_id, new_level, previous_level } of due) {
        affected_buddies += 1
        total_delta += new_level - previous_level
        if (sample.length < sample_max) sample.push({ buddy_id, previous_level, new_level })
      }
      if (last === null) return { rule_id: rule.rule_id, as_of, affected_buddies, total_delta, sample }
      after = last
    }
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* Operations
  const judge = yield* decaying

  return Decays.of({
    due: (customer_id, rule_id, after) =>
      judge(customer_id, after, (own) => (rule_id === null ? own : own.filter((rule) => rule.rule_id === rule_id))),
    preview: previewing(judge),
    history: historyOf(sql, yield* cursorPaging),
    start: Effect.fn("Decays.start")(function* (customer_id, run) {
      return yield* Effect.orDie(
        sql.withTransaction(
          Effect.gen(function* () {
            return yield* operations.open(customer_id, Decay, {
              type: "decay",
              resource_type: "skill_decay_rule",
              resource_id: run.rule_id ?? "all",
              payload: run
            })
          })
        )
      )
    }),
    customers: customersOf(sql)
  })
})
