/**
 * What is left of tenant-wide coin budgets, as seen from this process. Only a view: the database refuses a commit that
 * overdraws a budget, so the view may be too generous (the commit is then decided again), and it is refreshed before it
 * becomes too strict.
 */
import { Effect } from "effect"
import type { BudgetKey } from "../actor/Store.ts"

/** Other runners spend too. */
const fresh_ms = 3_000
/** Past periods are never asked for again; instead of tracking them, everything is forgotten now and then. */
const views_max = 10_000

interface View {
  readonly key: BudgetKey
  /** in the database, as of `read_at`, plus what this process committed since */
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
  private readonly views = new Map<string, View>()
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
    const id = `${key.customer_id}/${key.rule_id}/${key.period_key}`
    const known = this.views.get(id)
    if (known !== undefined) return known
    if (this.views.size >= views_max) this.views.clear()
    const view: View = { key, used: 0, claimed: 0, seen: 0, read_at: -Infinity, reading: false }
    this.views.set(id, view)
    return view
  }

  /** Coins left; never waits, asks for news in the background when the view is old. */
  left(key: BudgetKey, max_coins: number): number {
    const view = this.view(key)
    if (!view.reading && this.now() - view.read_at > fresh_ms) this.runFork(Effect.ignoreCause(this.refresh([key])))
    return Math.max(0, max_coins - view.used - (view.claimed - view.seen))
  }

  claim(claims: ReadonlyArray<Claim>): void {
    for (const claim of claims) this.view(claim).claimed += claim.amount
  }

  /** Every claim ends here, committed or not. */
  settle(claims: ReadonlyArray<Claim>, committed: boolean): void {
    for (const claim of claims) {
      const view = this.view(claim)
      const seen = Math.min(view.seen, claim.amount)
      view.seen -= seen
      view.claimed = Math.max(0, view.claimed - claim.amount)
      if (committed) view.used += claim.amount - seen
    }
  }

  refresh(keys: ReadonlyArray<BudgetKey>): Effect.Effect<void> {
    return Effect.suspend(() => {
      const views = keys.map((key) => this.view(key))
      for (const view of views) view.reading = true
      return this.read(keys).pipe(
        Effect.map((used) =>
          views.forEach((view, index) => {
            view.used = used[index]!
            view.seen = view.claimed
            view.read_at = this.now()
          })
        ),
        Effect.ensuring(Effect.sync(() => views.forEach((view) => (view.reading = false))))
      )
    })
  }
}
