/** Luck, as it was promised and as it came. */
import { Clock, Context, Effect, Layer } from "effect"
import {
  type Counted,
  dropOutcomes,
  fairnessOf,
  poolOutcomes,
  ruleOutcomes
} from "../../../engine/campaigns/fairness.ts"
import { missed } from "../../../engine/campaigns/outcomes.ts"
import type { ConfigContent } from "../../../wire/content/ConfigContent.ts"
import type { RuleAmount } from "../../../wire/content/Shared.ts"
import type { ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { iso } from "../../../wire/Ids.ts"
import { ConfigVersionStore } from "../../authoring/config-versions/Store.ts"
import { BoxStore } from "../../economy/mystery-boxes/Store.ts"
import { LotteryProofs } from "../lotteries/Service/Proofs.ts"
import { SurpriseDropStore } from "../surprise-drops/Store.ts"
import type { BeginnersLuck, FairnessReport } from "./Api.ts"
import { FairnessStore, looked_max, type Paid } from "./Store.ts"

type Crowded = RateLimited | ServiceUnavailable

export class FairnessReports extends Context.Service<
  FairnessReports,
  {
    beginnersLuck(customer_id: string, window_days: number): Effect.Effect<BeginnersLuck, Crowded>
    report(customer_id: string, window_days: number): Effect.Effect<FairnessReport, Crowded>
  }
>()("hatchery/features/fairness/FairnessReports") {
  static readonly layer = Layer.effect(
    FairnessReports,
    Effect.suspend(() => make)
  ).pipe(
    Layer.provide([
      FairnessStore.layer,
      SurpriseDropStore.layer,
      BoxStore.layer,
      LotteryProofs.layer,
      ConfigVersionStore.layer
    ])
  )
}

const day_ms = 86_400_000

/** The beginning of the first of so many days (UTC), today included. */
const beginningOf = (window_days: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => new Date((Math.floor(now / day_ms) - window_days + 1) * day_ms))

const dayOf = (at: Date): string => iso(at).slice(0, 10)

const rollsOf = (counted: ReadonlyArray<Counted>) => {
  const sum = (of: ReadonlyArray<Counted>) => of.reduce((all, { times }) => all + times, 0)
  const rolls = counted.filter(({ outcome }) => !outcome.startsWith("unpaid:"))
  const hits = sum(rolls.filter(({ outcome }) => outcome !== missed))
  const all = sum(rolls)
  return { rolls: all, hits, hit_share: all === 0 ? null : hits / all }
}

type RuleType = FairnessReport["rules"][number]["type"]
interface PoolRule {
  readonly type: RuleType
  readonly rule_key: string
  readonly event_type: string
  readonly pool: Extract<RuleAmount, { readonly mode: "pool" }>["entries"]
}

const poolRulesOf = (content: ConfigContent): ReadonlyArray<PoolRule> =>
  (
    [
      ["coin_rule", content.coin_rules],
      ["token_rule", content.token_rules],
      ["skill_rule", content.skill_rules]
    ] as const
  ).flatMap(([type, rules]) =>
    rules.flatMap(({ amount, rule_key, trigger }) => {
      if (amount.mode !== "pool") return []
      // Traces of coin rules alone tell whether it was the lucky one of two that pay the same.
      const pool = type === "coin_rule" ? amount.entries : amount.entries.map((one) => ({ ...one, is_lucky: false }))
      return [{ type, rule_key, event_type: trigger.event_type, pool }]
    })
  )

const makeRules = Effect.gen(function* () {
  const store = yield* FairnessStore
  const configs = yield* ConfigVersionStore

  const contentOf = (customer_id: string, config_version_id: string) =>
    Effect.map(Effect.orDie(configs.get(customer_id, config_version_id)), ({ content }) => poolRulesOf(content))

  return Effect.fnUntraced(function* (customer_id: string, from: Date) {
    const current = poolRulesOf((yield* configs.active(customer_id)).content)
    const look = {
      types: [...new Set(current.map(({ event_type }) => event_type))],
      rule_keys: [...new Set(current.map(({ rule_key }) => rule_key))],
      from
    }
    const { is_complete, paid } = yield* store.paid(customer_id, look)
    const ids = [...new Set(paid.map(({ config_version_id }) => config_version_id))]
    const versions = yield* Effect.forEach(ids, (id) =>
      Effect.map(contentOf(customer_id, id), (rules) => ({ id, rules }))
    )
    const isOf = (rule: PoolRule, { rule_key, type }: PoolRule | Paid) =>
      rule.type === type && rule.rule_key === rule_key
    const rules = current.map((rule) => {
      const told = versions.flatMap(({ id, rules: pools }) => {
        const then = pools.find((one) => isOf(rule, one))
        if (then === undefined) return []
        return [{ pool: then.pool, paid: paid.filter((one) => one.config_version_id === id && isOf(rule, one)) }]
      })
      const { rule_key, type } = rule
      return { type, rule_key, ...fairnessOf(ruleOutcomes(told.length === 0 ? [{ pool: rule.pool, paid: [] }] : told)) }
    })
    return { is_complete, rules }
  })
})

const makeChances = Effect.gen(function* () {
  const store = yield* FairnessStore
  const drops = yield* SurpriseDropStore
  const boxes = yield* BoxStore
  const of = (all: ReadonlyMap<string, ReadonlyArray<Counted>>, id: string, now: number) =>
    (all.get(id) ?? []).filter(({ revision }) => revision === now)
  return {
    drops: Effect.fnUntraced(function* (customer_id: string, from: Date) {
      const kept = yield* drops.all(customer_id)
      const ids = kept.map(({ id }) => id)
      const counted = yield* store.outcomes(customer_id, ids, dayOf(from))
      return kept.map(({ content, id, key, revision }) => ({
        drop_key: key,
        ...fairnessOf(dropOutcomes(content, of(counted, id, revision)))
      }))
    }),
    boxes: Effect.fnUntraced(function* (customer_id: string, from: Date) {
      const kept = yield* boxes.active(customer_id)
      const ids = kept.map(({ mystery_box_id }) => mystery_box_id)
      const counted = yield* store.outcomes(customer_id, ids, dayOf(from))
      return kept.map(({ box_key, content, mystery_box_id, revision }) => {
        const mine = of(counted, mystery_box_id, revision)
        const at = (place: number) =>
          mine.reduce((sum, { outcome, times }) => sum + (outcome === `${place}` ? times : 0), 0)
        const weights = content.reward_pool.map(({ weight }) => weight)
        return { box_key, ...fairnessOf(poolOutcomes(weights, at)) }
      })
    })
  }
})

const make = Effect.gen(function* () {
  const store = yield* FairnessStore
  const dropStore = yield* SurpriseDropStore
  const proofs = yield* LotteryProofs
  const rulesFrom = yield* makeRules
  const chances = yield* makeChances

  /** One that was removed meanwhile has no proof any more. */
  const drawsFrom = Effect.fnUntraced(function* (customer_id: string, from: Date) {
    const found = yield* store.draws(customer_id, from)
    const proven = yield* Effect.forEach(
      found.slice(0, looked_max.draws),
      ({ draw_id, drawn_at, lottery_id, lottery_key }) =>
        proofs.verify(customer_id, lottery_id, draw_id).pipe(
          Effect.map((proof) => [{ draw_id, lottery_key, drawn_at: iso(drawn_at), ...proof }]),
          Effect.catchTag(["NotFound", "InvalidTransition"], () => Effect.succeed([]))
        )
    )
    return { draws: proven.flat(), is_complete: found.length <= looked_max.draws }
  })

  return FairnessReports.of({
    beginnersLuck: Effect.fn("FairnessReports.beginnersLuck")(function* (customer_id, window_days) {
      const from = yield* beginningOf(window_days)
      const kept = yield* dropStore.all(customer_id)
      const ids = kept.map(({ id }) => id)
      const counted = yield* store.outcomes(customer_id, ids, dayOf(from))
      const drops = kept.map(({ id, key }) => {
        const all = counted.get(id) ?? []
        return {
          drop_key: key,
          beginners: rollsOf(all.filter(({ is_beginner }) => is_beginner)),
          others: rollsOf(all.filter(({ is_beginner }) => !is_beginner))
        }
      })
      return { window_days, drops, beginners: yield* store.beginners(customer_id, from) }
    }),
    report: Effect.fn("FairnessReports.report")(function* (customer_id, window_days) {
      const from = yield* beginningOf(window_days)
      const rules = yield* rulesFrom(customer_id, from)
      const draws = yield* drawsFrom(customer_id, from)
      return {
        window_days,
        is_complete: rules.is_complete && draws.is_complete,
        rules: rules.rules,
        drops: yield* chances.drops(customer_id, from),
        boxes: yield* chances.boxes(customer_id, from),
        draws: draws.draws
      }
    })
  })
})
