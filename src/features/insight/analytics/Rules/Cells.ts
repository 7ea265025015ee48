/**
 * How the days of a user become cells: users of a cohort by the periods they were active in. What a user adds depends
 * on the set of its days alone: order means nothing.
 */
import { type Granularity, granularities } from "../../../../wire/analytics/Frame.ts"
import { Life, type Span } from "./Life.ts"
import { periodAfter, periodOf } from "./Periods.ts"

export type LifeClass = "new" | "returning" | "resurrected"

export interface Cell {
  readonly granularity: Granularity
  readonly cohort: number
  readonly period: number
  readonly kind: "active" | "last"
}

/** How many users went from one newest day to a later one. */
interface Step {
  readonly span: Span | null
  readonly day: number
  users: number
}

/** What changes of the figures of an audience, by cell and by class of a period. */
export class CellSum {
  private readonly cells = new Map<string, { readonly cell: Cell; users: number }>()
  private readonly classes = new Map<string, { readonly at: LifeAt; users: number }>()
  /** Of a cohort nearly all take the same step: it is told once for all of them. */
  private steps = new Map<string, Step>()

  private cell(cell: Cell, users: number): void {
    const key = `${cell.granularity} ${cell.cohort} ${cell.period} ${cell.kind}`
    const known = this.cells.get(key)
    if (known === undefined) this.cells.set(key, { cell, users })
    else known.users += users
  }

  private life(at: LifeAt, users: number): void {
    const key = `${at.granularity} ${at.period} ${at.life}`
    const known = this.classes.get(key)
    if (known === undefined) this.classes.set(key, { at, users })
    else known.users += users
  }

  /** One more day of a user, who has it from now on. A day between others touches its neighbours alone. */
  add(life: Life, day: number): void {
    const { span } = life
    if (span === null || day > span.last) this.step(span, day)
    else if (day !== span.first && day !== span.last) {
      for (const granularity of granularities) {
        const period = periodOf(granularity, day)
        if (life.isActive(granularity, period)) continue
        const cohort = periodOf(granularity, span.first)
        if (period > cohort) this.between(life, { granularity, cohort, period, kind: "active" })
        else this.before(life, { granularity, cohort, period, kind: "active" })
      }
    }
    life.add(day)
  }

  /** More days of so many users who have the same span, ascending: none of them lies before its newest. */
  addNewest(span: Span | null, days: ReadonlyArray<number>, users: number): void {
    let before = span
    for (const day of days) {
      if (before === null || day > before.last) this.step(before, day, users)
      before = { first: before?.first ?? day, last: day }
    }
  }

  private step(span: Span | null, day: number, users = 1): void {
    const key = span === null ? `${day}` : `${day} ${span.first} ${span.last}`
    const known = this.steps.get(key)
    if (known === undefined) this.steps.set(key, { span, day, users })
    else known.users += users
  }

  private takeSteps(): void {
    const taken = this.steps
    this.steps = new Map()
    for (const step of taken.values()) this.advance(step)
  }

  private advance({ day, span, users }: Step): void {
    for (const granularity of granularities) {
      const period = periodOf(granularity, day)
      if (span === null) {
        this.cell({ granularity, cohort: period, period, kind: "active" }, users)
        this.cell({ granularity, cohort: period, period, kind: "last" }, users)
        this.life({ granularity, period, life: "new" }, users)
        continue
      }
      const cohort = periodOf(granularity, span.first)
      const last = periodOf(granularity, span.last)
      if (period === last) continue
      this.cell({ granularity, cohort, period, kind: "active" }, users)
      this.cell({ granularity, cohort, period: last, kind: "last" }, -users)
      this.cell({ granularity, cohort, period, kind: "last" }, users)
      const life = periodAfter(granularity, last, 1) === period ? "returning" : "resurrected"
      this.life({ granularity, period, life }, users)
    }
  }

  /** A period that is neither the first nor the newest: whoever was back after it has been there right before. */
  private between(life: Life, cell: Cell): void {
    const { granularity, period } = cell
    this.cell(cell, 1)
    const wasThere = life.isActive(granularity, periodAfter(granularity, period, -1))
    this.life({ granularity, period, life: wasThere ? "returning" : "resurrected" }, 1)
    const next = periodAfter(granularity, period, 1)
    if (!life.isActive(granularity, next)) return
    this.life({ granularity, period: next, life: "resurrected" }, -1)
    this.life({ granularity, period: next, life: "returning" }, 1)
  }

  /** The user was there earlier than all knew: what it was in later periods belongs to another cohort. */
  private before(life: Life, { cohort, granularity, period }: Cell): void {
    const move = (at: number, kind: Cell["kind"]) => {
      this.cell({ granularity, cohort, period: at, kind }, -1)
      this.cell({ granularity, cohort: period, period: at, kind }, 1)
    }
    for (const at of life.periods(granularity)) move(at, "active")
    move(periodOf(granularity, life.span!.last), "last")
    this.cell({ granularity, cohort: period, period, kind: "active" }, 1)
    this.life({ granularity, period, life: "new" }, 1)
    this.life({ granularity, period: cohort, life: "new" }, -1)
    const isNext = periodAfter(granularity, period, 1) === cohort
    this.life({ granularity, period: cohort, life: isNext ? "returning" : "resurrected" }, 1)
  }

  /** All days of a user at once, in ascending order; sign -1: they leave. */
  all(days: ReadonlyArray<number>, sign: 1 | -1 = 1): void {
    if (sign === 1) {
      const life = new Life(null)
      for (const day of days) this.add(life, day)
      return
    }
    const sum = new CellSum()
    sum.all(days)
    for (const { users, ...cell } of sum.changedCells()) this.cell(cell, -users)
    for (const { users, ...at } of sum.changedClasses()) this.life(at, -users)
  }

  changedCells(): ReadonlyArray<Cell & { readonly users: number }> {
    this.takeSteps()
    return [...this.cells.values()].flatMap(({ cell, users }) => (users === 0 ? [] : [{ ...cell, users }]))
  }

  changedClasses(): ReadonlyArray<LifeAt & { readonly users: number }> {
    this.takeSteps()
    return [...this.classes.values()].flatMap(({ at, users }) => (users === 0 ? [] : [{ ...at, users }]))
  }
}

interface LifeAt {
  readonly granularity: Granularity
  readonly period: number
  readonly life: LifeClass
}
