import { assert, it } from "@effect/vitest"
import { describe } from "vitest"
import type { Evidence } from "../../faults/harness/Evidence.ts"
import { type Fault, judge } from "../../faults/harness/Judge.ts"
import type { Attempt, Kind, Op } from "../../faults/harness/OpLog.ts"
import { longestJob } from "../../faults/harness/Jobs.ts"
import { reasonsOf } from "../../faults/harness/Run.ts"
import { badge_coins, lesson_coins } from "../../faults/harness/Tenants.ts"
import { type FaultWindow, hitsOf, recoveryOf } from "../../faults/harness/Window.ts"

const attempt = (seen: Attempt["seen"], retry_after = true): Attempt => ({
  at: 0,
  ms: 1,
  node: "api-1",
  seen,
  retry_after
})

const operation = (id: string, kind: Kind, start: number, rest: Partial<Op> = {}): Op => ({
  id,
  kind,
  customer_id: "customer",
  user_id: "user",
  buddy_id: "buddy",
  lane: "buddy",
  start,
  end: start + 10,
  outcome: kind === "overdraft" ? "refused" : "ok",
  attempts: [attempt(kind === "overdraft" ? 402 : 200)],
  coins: kind === "event" ? lesson_coins : undefined,
  ...rest
})

/** A lesson, a grant, a badge, a refused purchase and a hatch, one after the other, as they should be. */
const log = () => [
  operation("lesson", "event", 100),
  operation("grant", "coins", 200),
  operation("badge", "badge", 300),
  operation("dream", "overdraft", 400),
  operation("egg", "hatch", 500)
]

const entry = (seq: number, amount: number) => ({ buddy_id: "buddy", seq, amount })

/** Maps one can plant lies in. */
const books = () => ({
  events: new Map([["lesson", { coins: lesson_coins, buddy_id: "buddy" }]]),
  coins: new Map([
    ["lesson", [entry(1, lesson_coins)]],
    ["grant", [entry(2, 7)]]
  ]),
  badges: new Map([["badge", [{ times: 1 }]]]),
  hatches: new Map([["egg", { eggs: 1, buddies: 1, completed: 1, open: 0 }]])
})

const faults = (ops: ReadonlyArray<Op>, evidence: Evidence, takesApiNodes = false): ReadonlyArray<Fault> =>
  judge(ops, evidence, { takesApiNodes }).map(({ fault }) => fault)

describe("the judge", () => {
  it("finds nothing in a log and books that agree", () => {
    assert.deepStrictEqual(faults(log(), books()), [])
  })

  it("sees what was acknowledged and is not there", () => {
    for (const id of ["events", "coins", "badges", "hatches"] as const) {
      const evidence = books()
      evidence[id].clear()
      assert.include(faults(log(), evidence), "lost", id)
    }
  })

  it("sees an event without its payment, and a hatch without its buddy", () => {
    const unpaid = books()
    unpaid.coins.delete("lesson")
    assert.deepStrictEqual(faults(log(), unpaid), ["lost"])
    const unborn = books()
    unborn.hatches.set("egg", { eggs: 1, buddies: 0, completed: 1, open: 0 })
    assert.deepStrictEqual(faults(log(), unborn), ["lost"])
  })

  it("sees what is missing of a batch that was accepted, and what was paid twice", () => {
    const batch = operation("pair", "batch", 600, { coins: 2 * lesson_coins })
    const held = books()
    for (const [place, id] of ["pair", "pair/2"].entries()) {
      held.events.set(id, { coins: lesson_coins, buddy_id: "buddy" })
      held.coins.set(id, [entry(3 + place, lesson_coins)])
    }
    assert.deepStrictEqual(faults([batch], held), [])
    const without = (...ids: ReadonlyArray<string>) => {
      const [events, coins] = [new Map(held.events), new Map(held.coins)]
      for (const id of ids) coins.delete(id)
      for (const id of ids) events.delete(id)
      return { unpaid: { ...held, coins }, missing: { ...held, coins, events } }
    }
    const half = without("pair/2")
    assert.deepStrictEqual(faults([batch], half.unpaid), ["lost", "wrong_answer"])
    assert.deepStrictEqual(faults([batch], half.missing), ["lost", "wrong_answer"])
    assert.deepStrictEqual(faults([batch], without("pair", "pair/2").missing), ["lost"])
    const twice = {
      ...held,
      coins: new Map(held.coins).set("pair/2", [entry(4, lesson_coins), entry(5, lesson_coins)])
    }
    assert.deepStrictEqual(faults([batch], twice), ["doubled", "wrong_answer"])
  })

  it("sees what happened twice", () => {
    const evidence = books()
    evidence.coins.set("grant", [entry(2, 7), entry(3, 7)])
    evidence.badges.set("badge", [{ times: 1 }, { times: 2 }])
    evidence.hatches.set("egg", { eggs: 1, buddies: 2, completed: 1, open: 0 })
    const found = faults(log(), evidence)
    assert.deepStrictEqual(
      found.filter((fault) => fault === "doubled"),
      ["doubled", "doubled", "doubled"]
    )
  })

  it("sees what was refused and happened all the same", () => {
    const evidence = books()
    evidence.coins.set("dream", [entry(3, -5)])
    assert.deepStrictEqual(faults(log(), evidence), ["refused_but_happened"])
  })

  it("sees operations that changed places", () => {
    const evidence = books()
    evidence.coins.set("lesson", [entry(2, lesson_coins)])
    evidence.coins.set("grant", [entry(1, 7)])
    assert.deepStrictEqual(faults(log(), evidence), ["reordered"])
  })

  it("sees answers that do not fit the books", () => {
    const [lesson] = log()
    assert.deepStrictEqual(faults([{ ...lesson!, coins: 99 }], books()), ["wrong_answer"])
    const evidence = books()
    evidence.coins.set("lesson", [entry(1, badge_coins)])
    assert.deepStrictEqual(faults([{ ...lesson!, coins: badge_coins }], evidence), ["wrong_answer"])
  })

  it("lets nothing pass but success, what an operation deserves, and 429 or 503 with Retry-After", () => {
    const seen = (...attempts: ReadonlyArray<Attempt>) =>
      faults([operation("lesson", "event", 100, { attempts: [...attempts, attempt(200)] })], books())
    assert.deepStrictEqual(seen(attempt(503)), [])
    assert.deepStrictEqual(seen(attempt(429)), [])
    const bare = [attempt(503, false), attempt(429, false)]
    for (const bad of [attempt(500), attempt(502), attempt(404), ...bare, attempt("silent")]) {
      assert.deepStrictEqual(seen(bad), ["bad_status"], String(bad.seen))
    }
    const dream = operation("dream", "overdraft", 100, { attempts: [attempt(200)] })
    assert.deepStrictEqual(faults([dream], books()), ["bad_status"])
  })

  it("forgives broken connections only where nodes of clients are taken away", () => {
    const ops = [operation("lesson", "event", 100, { attempts: [attempt("broken"), attempt("refused"), attempt(200)] })]
    assert.deepStrictEqual(faults(ops, books()), ["broken_connection", "broken_connection"])
    assert.deepStrictEqual(faults(ops, books(), true), [])
  })

  it("sees what never ended", () => {
    const evidence = books()
    evidence.hatches.set("egg", { eggs: 1, buddies: 0, completed: 0, open: 1 })
    assert.deepStrictEqual(faults(log(), evidence), ["unfinished"])
    const ops = [operation("lesson", "event", 100, { outcome: "unknown" })]
    assert.deepStrictEqual(faults(ops, books()), ["gave_up"])
  })
})

const struck = (at: number): FaultWindow => ({ strikes: [at], marks: [at], from: at, to: at + 1_000 })

describe("the arithmetic of a fault", () => {
  it("calls a fault that met nobody vacuous", () => {
    const ops = [operation("a", "event", 100), operation("b", "event", 5_000)]
    const window = struck(1_000)
    const row = { findings: [], hits: hitsOf(ops, window), invariants: [], job_ms: 0, max_ms: 0 }
    assert.strictEqual(row.hits, 0)
    assert.deepStrictEqual(reasonsOf({ first_success_max_ms: undefined }, ops, window, row), [
      "vacuous: the fault hit nothing"
    ])
    assert.strictEqual(hitsOf([operation("c", "event", 995)], window), 1)
    assert.strictEqual(hitsOf([operation("d", "event", 1_200, { attempts: [attempt(503), attempt(200)] })], window), 1)
  })

  it("counts the wait from the fault for who waited already, and from his first try for who came later", () => {
    const early = operation("early", "event", 900, { lane: "one", end: 4_000 })
    const late = operation("late", "event", 1_500, { lane: "two", end: 2_000 })
    const { dead, max_ms, p50_ms } = recoveryOf([early, late], struck(1_000))
    assert.deepStrictEqual({ dead, max_ms, p50_ms }, { dead: [], max_ms: 3_000, p50_ms: 500 })
  })

  it("misses a buddy that never came back", () => {
    const gone = operation("gone", "event", 100, { lane: "gone" })
    const back = operation("back", "event", 1_500, { lane: "back" })
    assert.deepStrictEqual(recoveryOf([gone, back], struck(1_000)).dead, ["gone"])
  })

  it("makes a run red that was slow, or ill without any fault", () => {
    const window = struck(1_000)
    const again = { attempts: [attempt(503), attempt(200)] }
    const met = operation("met", "event", 900, { ...again, end: 4_000 })
    const ill = [operation("a", "event", 100, again), operation("b", "event", 500), met]
    const row = { findings: [], hits: 1, invariants: ["money.balance"], job_ms: 16_000, max_ms: 2_000 }
    assert.deepStrictEqual(reasonsOf({ first_success_max_ms: 1_000, job_max_ms: 15_000 }, ill, window, row), [
      "invariants: money.balance",
      "only 50 % well outside the fault",
      "first success after 2000 ms",
      "an operation ended after 16000 ms"
    ])
  })

  it("counts an operation from the fault that met it, and leaves out those that had ended or began long after", () => {
    const window = struck(1_000)
    const job = (start: number, end: number) => ({ operation_id: `${start}`, start, end })
    assert.strictEqual(longestJob([job(100, 900), job(900, 4_000), job(9_000, 99_000)], window), 3_000)
    assert.strictEqual(longestJob([job(900, 1_500), job(1_200, 1_900)], window), 700)
    assert.strictEqual(longestJob([], window), 0)
  })
})
