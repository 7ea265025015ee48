/** House rules of their own: no test may depend on how fast the machine is, nor change what another one meets. */
import { assert, it } from "@effect/vitest"
import { offences, read, tests } from "../../kit/house/SourceTree.ts"

/** Real processes and load over time live here, helpers that poll, and the sampler of the event loop. */
const mayWait = [
  "faults/",
  "bench/",
  "simulation/",
  "process/drills/",
  "process/cluster/Stage.ts",
  "kit/browser/Browser.ts",
  "kit/process/Progress.ts",
  "kit/service/TurnCost.ts"
].map((place) => `test/${place}`)

const speed = "a condition; speed is for the benchmark and the fault runs"
const patience = "the patience of vitest.config.ts, which is the same for every test"
const condition = "until, advance, or a latch"

/** What makes a test fail, or pass in vain, on a machine that is busy, and what to write instead. */
const hasty: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
  [/\bEffect\.(sleep|delay)\(\s*["\d]/, condition],
  [/(^|[^.\w])sleep\(\d/, condition],
  // A client that gives up on an answer may say after how long.
  [/(^|[^.\w])(setTimeout|setInterval)\(/, condition],
  [/\bvi\.waitFor\(/, "eventually, which is as patient as the pages are"],
  [/\bpg_sleep\((?!0\.01\))/, "a row or a lock that the test lets go of"],
  [/\bis(Below|AtMost)\((performance|Date)\.now\(\)/, speed],
  [/\btook_?ms\b/i, speed],
  [/\b(timeout|testTimeout|hookTimeout): ?["\d]/, patience]
]

const judged = tests.filter(
  (path) => path !== "test/pure/tidy/waiting.test.ts" && !mayWait.some((place) => path.startsWith(place))
)

it("tests wait for what is to happen, not for time to pass", () => {
  const judge = (line: string) => {
    const hit = hasty.find(([pattern]) => pattern.test(line))
    return hit && `has ${hit[0].exec(line)?.[0]}: use ${hit[1]}`
  }
  assert.deepStrictEqual(offences(judged, judge, { comments: false }), [])
})

it(`no test counts on less than ${patience}`, () => {
  const bodyThenNumber = /\}\)?,\n(\s+\/\/.*\n)?\s+\d[\d_]*_000\n\s*\)/
  const cases = tests.filter((path) => path.endsWith(".test.ts"))
  assert.deepStrictEqual(
    cases.filter((path) => bodyThenNumber.test(read(path))),
    []
  )
})

it("what a test sets on a connection of a pool ends with its transaction", () => {
  const forTheSession = /\bsql`\s*SET (?!LOCAL\b)/
  const judge = (line: string) => (forTheSession.test(line) ? "stays set for others: use SET LOCAL" : undefined)
  const shared = tests.filter((path) => !mayWait.some((place) => path.startsWith(place)))
  assert.deepStrictEqual(offences(shared, judge, { comments: false }), [])
})
