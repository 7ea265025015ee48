/**
 * What is left of tenant-wide coin budgets, as seen from this process. Only a view: the database refuses a commit that
 * overdraws a budget, so the view may be too generous (the commit is then decided again), and it is refreshed before it
 * becomes too strict.
 */
import { Effect } from "effect"
import type { BudgetKey } from "../actor/Store.ts"
import { TenantMap } from "../actor/TenantMap.ts"

/** Other runners spend too. */
const fresh_ms = 3_000
/** Past periods are never asked for again; instead of tracking them, everything is forgotten now and then. */
const views_max = 10_000

interface View {
  readonly key: BudgetKey
  /** in the database, as of a read that began at `read_at`, plus what this process committed since */
  used: number
  /** decided here and not yet committed */
  claimed: number
  /** of the claims, how much was under way at the last read and may stand in its answer already: not counted twice */
  seen: number
  read_at: number
  reading: boolean
}

export interface Claim extends BudgetKey {
  readonly amount: number
  readonly max_coins: number
}

export class Budgets {
  /** by rule, then period */
  private readonly views = new TenantMap<Map<string, View>>()
  private count = 0
  private readonly read: (keys: ReadonlyArray<BudgetKey>) => Effect.Effect<ReadonlyArray<number>>
  private readonly now: () => number
  private readonly runFork: (effect: Effect.Effect<void>) => void

  constructor(options: {
    readonly read: (keys: ReadonlyArray<BudgetKey>) => Effect.Effect<ReadonlyArray<number>>
    readonly now: () => number
    readonly runFork: (effect: Effect.Effect<void>) => void
  }) {
    this.read = options.read
    this.now = options.now
    this.runFork = options.runFork
  }

  private view(key: BudgetKey): View {
    const { customer_id, period_key, rule_id } = key
    const known = this.views.get(customer_id, rule_id)?.get(period_key)
    if (known !== undefined) return known
    if (++this.count > views_max) {
      this.views.clear()
      this.count = 1
    }
    const view: View = { key, used: 0, claimed: 0, seen: 0, read_at: -Infinity, reading: false }
    const periods = this.views.get(customer_id, rule_id)
    if (periods === undefined) this.views.set(customer_id, rule_id, new Map([[period_key, view]]))
    else periods.set(period_key, view)
    return view
  }

  /** Coins left; never waits, asks for news in the background when the view is old. */
  left(key: BudgetKey, max_coins: number): number {
    const view = this.view(key)
    if (!view.reading && this.now() - view.read_at > fresh_ms) this.runFork(Effect.ignoreCause(this.refresh([key])))
    return Math.max(0, max_coins - view.used - (view.claimed - view.seen))
  }

  /** Which of these were not read since: another runner may have given something back. */
  doubted(keys: ReadonlyArray<BudgetKey>, since: number): ReadonlyArray<BudgetKey> {
    return keys.filter((key) => this.view(key).read_at < since)
  }

  /** What gives something back is no claim: it counts once it is committed. */
  claim(claims: ReadonlyArray<Claim>): void {
    for (const claim of claims) this.view(claim).claimed += Math.max(0, claim.amount)
  }

  /** Every claim ends here, committed or not. */
  settle(claims: ReadonlyArray<Claim>, committed: boolean): void {
    for (const claim of claims) {
      const view = this.view(claim)
      if (claim.amount < 0) {
        // A read may have seen it already: then the view is too generous until the next one, as it may be.
        if (committed) view.used = Math.max(0, view.used + claim.amount)
        continue
      }
      const seen = Math.min(view.seen, claim.amount)
      view.seen -= seen
      view.claimed = Math.max(0, view.claimed - claim.amount)
      if (committed) view.used += claim.amount - seen
    }
  }

  refresh(keys: ReadonlyArray<BudgetKey>): Effect.Effect<void> {
    return Effect.suspend(() => {
      const views = keys.map((key) => this.view(key))
      const begun_at = this.now()
      for (const view of views) view.reading = true
      return this.read(keys).pipe(
        Effect.map((used) =>
          views.forEach((view, index) => {
            view.used = used[index]!
            view.seen = view.claimed
            view.read_at = begun_at
          })
        ),
        Effect.ensuring(Effect.sync(() => views.forEach((view) => (view.reading = false))))
      )
    })
  }
}
