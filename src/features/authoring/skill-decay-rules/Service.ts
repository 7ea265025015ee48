/** Who a decay rule concerns, and what it has taken so far. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { decayOf, fadedTo } from "../../../engine/growth/decay.ts"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { type CursorPage, cursorPaging } from "../../../platform/postgres/Paging.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { Reckoning } from "../../../platform/requests/Reckoning.ts"
import type { BadRequest, ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import type { SkillDecayRule } from "../../../wire/content/Skill.ts"
import type { OperationLimit } from "../../../wire/refusals/OpenJobs.ts"
import { judged_max, judging } from "../../players/buddies/Service/Judging.ts"
import { Operations } from "../../players/operations/Service.ts"
import { OperationStore } from "../../players/operations/Store.ts"
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
  preview(
    customer_id: string,
    rule: SkillDecayRule
  ): Effect.Effect<typeof DecayPreview.Type, RateLimited | ServiceUnavailable>
  history(
    customer_id: string,
    rule_id: string,
    query: CursorQuery
  ): Effect.Effect<CursorPage<typeof DecayEntry.Type>, BadRequest>
  /** answers the operation: one that has not begun yet will see all that stands now, and does for both */
  start(customer_id: string, run: Run): Effect.Effect<string>
  /** the same while few are open; answers the open one where the same is under way */
  startOnce(customer_id: string, run: Run): Effect.Effect<string, OperationLimit>
  /** what the rules of the buddies' own versions take now, a page of buddies at a time, in order of their ids */
  due(customer_id: string, rule_id: string | null, after: string | null): Effect.Effect<DuePage>
  /** tenants some published version of which has decay rules */
  readonly customers: Effect.Effect<ReadonlyArray<string>>
}

export class Decays extends Context.Service<Decays, Service>()("hatchery/features/skill-decay-rules/Decays") {
  static readonly layer = Layer.effect(
    Decays,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(Reckoning.layer), Layer.provideMerge(Operations.layer))
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
    const due = found.flatMap(({ buddy_id, context, snapshot, state }): ReadonlyArray<Due> => {
      let left = state
      return rulesOf(snapshot.content.skill_decay_rules).flatMap((rule) => {
        const levels = decayOf(snapshot, left, rule, context)
        if (levels === null) return []
        left = fadedTo(snapshot, left, rule.skill_key, levels.new_level)
        return [{ buddy_id, rule_id: rule.rule_id, ...levels }]
      })
    })
    const ids = found.map(({ buddy_id }) => buddy_id)
    return { looked_at: found.length, due, last: lastOf(ids, page_size) }
  })
})
type Judge = Effect.Success<typeof decaying>

const previewing = (judge: Judge) =>
  Effect.fnUntraced(function* (customer_id: string, rule: SkillDecayRule) {
    const as_of = new Date(yield* Clock.currentTimeMillis).toISOString()
    const sample: Array<Pick<Due, "buddy_id" | "previous_level" | "new_level">> = []
    let [affected_buddies, total_delta, seen] = [0, 0, 0]
    let after: string | null = null
    do {
      const page: DuePage = yield* judge(customer_id, after, () => [{ ...rule, enabled: true }])
      for (const { buddy_id, new_level, previous_level } of page.due) {
        affected_buddies += 1
        total_delta += new_level - previous_level
        if (sample.length < sample_max) sample.push({ buddy_id, previous_level, new_level })
      }
      seen += page.looked_at
      after = page.last
    } while (after !== null && seen < judged_max)
    const is_complete = after === null || (yield* judge(customer_id, after, () => [])).looked_at === 0
    return { rule_id: rule.rule_id, as_of, affected_buddies, total_delta, is_complete, sample }
  })

const operationOf = (run: Run) =>
  ({
    type: "decay",
    resource_type: "skill_decay_rule",
    resource_id: run.rule_id ?? "all",
    payload: run
  }) as const

const isSame = (open: Readonly<Record<string, unknown>>, { dry_run, rule_id }: Run) =>
  open["dry_run"] === dry_run && open["rule_id"] === rule_id

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* Operations
  const store = yield* OperationStore
  const judge = yield* decaying
  const reckoning = yield* Reckoning
  const preview = previewing(judge)

  return Decays.of({
    due: (customer_id, rule_id, after) =>
      judge(customer_id, after, (own) => (rule_id === null ? own : own.filter((rule) => rule.rule_id === rule_id))),
    preview: Effect.fn("Decays.preview")((customer_id, rule) =>
      reckoning.pass(customer_id, preview(customer_id, rule))
    ),
    history: historyOf(sql, yield* cursorPaging),
    start: Effect.fn("Decays.start")(function* (customer_id, run) {
      const open = yield* store.openOf(customer_id, "decay")
      const waiting = open.find(({ attempts, payload }) => attempts === 0 && isSame(payload, run))
      return waiting?.operation_id ?? (yield* operations.open(customer_id, Decay, operationOf(run)))
    }, transactionOf(sql)),
    startOnce: Effect.fn("Decays.startOnce")(function* (customer_id, run) {
      const same = (yield* store.openOf(customer_id, "decay")).find(({ payload }) => isSame(payload, run))
      return same === undefined ? yield* operations.openOfFew(customer_id, Decay, operationOf(run)) : same.operation_id
    }, transactionOf(sql)),
    customers: customersOf(sql)
  })
})
