/** House rules of the tests: a place for each, and what stands there keeps to what its project gives. */
import { assert, describe, it } from "vitest"
import { dirname, join, normalize } from "node:path"
import { filesBelow, importsOf, tests } from "../../kit/house/SourceTree.ts"

const testFiles = tests.filter((path) => path.endsWith(".test.ts"))
const pure = testFiles.filter((path) => path.startsWith("test/pure/"))
const service = testFiles.filter((path) => !/^test\/(pure|process)\//.test(path))

/** What a test imports, itself and through its helpers: names of packages, and paths in this project. */
const reached = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  for (const name of importsOf(path)) {
    const target = name.startsWith(".") ? normalize(join(dirname(path), name)) : name
    if (seen.has(target)) continue
    seen.add(target)
    if (target.startsWith("test/")) reached(target, seen)
  }
  return seen
}

const strays = (files: ReadonlyArray<string>, forbidden: ReadonlyArray<RegExp>) =>
  files.flatMap((path) =>
    [...reached(path)]
      .filter((name) => forbidden.some((pattern) => pattern.test(name)))
      .map((name) => `${path} reaches ${name}`)
  )

/** Each opens a socket, starts a process or wants Postgres. */
const outside = [
  /^node:(net|https?|http2|tls|dgram|child_process|cluster|worker_threads)$/,
  /^(pg|redis|undici|playwright-core|hatchery\/testing)$/,
  /^src\/(testing\/|cli\/LocalCluster\b)/,
  /^test\/kit\/(postgres\/|browser\/|process\/(Command|Programs)\b|service\/(TestApp|Redis)\b)/
]

/** Each starts processes that take seconds: nodes, commands, a browser, another server. */
const processes = [
  /^playwright-core$/,
  /^test\/kit\/(browser\/|process\/(Command|Programs)\b|service\/Redis\b)/,
  /^test\/faults\/harness\/Nodes\b/
]

describe("tests", () => {
  it("in test/pure reach no database, no socket and no process", () => {
    assert.isNotEmpty(pure)
    assert.deepStrictEqual(strays(pure, outside), [])
  })

  it("that start nodes, commands or a browser stand in test/process", () => {
    assert.deepStrictEqual(strays(service, processes), [])
  })
})

/** A family's test is named after it, with what it is about behind a hyphen when there are several. */
describe("families", () => {
  const folders = filesBelow("src/features").flatMap((path) => /^src\/features\/(.+?\/.+?)\//.exec(path)?.[1] ?? [])
  const families = [...new Set(folders)].sort((a, b) => b.length - a.length)
  const files = testFiles.filter((path) => path.startsWith("test/features/"))
  /** Of several families that fit, the one with the longest name: `widget-sessions` is no test of `widget`. */
  const familyOf = (file: string) =>
    families.find((family) => /^[-.]/.test(file.split(`test/features/${family}`)[1] ?? ""))

  it("have tests, each under its own name", () => {
    assert.isNotEmpty(families)
    const tested = new Set(files.map(familyOf))
    assert.deepStrictEqual(
      families.filter((family) => !tested.has(family)),
      []
    )
  })

  it("own every test beside them", () => {
    assert.deepStrictEqual(
      files.filter((file) => familyOf(file) === undefined),
      []
    )
  })
})
