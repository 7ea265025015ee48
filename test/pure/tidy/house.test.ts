/**
 * The rules of the house as tests: what may not be written, how long things may be, and that the pages which describe
 * the project are true. Who may import whom: tidy.imports.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { basename, join } from "node:path"
import { describe } from "vitest"
import * as Migrations from "../../../src/platform/postgres/Migrations.ts"
import { placeOf } from "../../kit/house/Places.ts"
import {
  code,
  exists,
  filesBelow,
  offences,
  read,
  sources,
  tests,
  withoutComments
} from "../../kit/house/SourceTree.ts"

// --- words -----------------------------------------------------------------------------------------------------------

/** What may not be written in src, and what to write instead. */
const banned: ReadonlyArray<readonly [pattern: RegExp, instead: string]> = [
  [/\bDate\.now\(/, "Clock.currentTimeMillis"],
  [/\bnew Date\(\)/, "DateTime.now"],
  [/\bperformance\.now\(/, "Clock.currentTimeNanos"],
  [/\bMath\.random\(/, "platform/Ids, or a seeded draw"],
  [/\b(setTimeout|setInterval)\(/, "Effect.sleep, Schedule"],
  [/\bsql</, "a Schema that decodes the rows"],
  [/:\s*any\b|\bas any\b|<any\b|\bany\[\]/, "unknown, or a type parameter"],
  [/@ts-(ignore|nocheck|expect-error)/, "a type that fits"],
  [/\bconsole\./, "Effect.log"]
]

/** Away from the server the rules about its clock and its log do not apply. */
const besideServer = (path: string) => /^src\/(widgets|console|sdk|cli|testing)\//.test(path)

const mayHoldSql = (path: string) =>
  /^src\/(platform|testing)\//.test(path) ||
  /^src\/buddy\/(Standings|actor\/(Store|Snapshots)|journal\/(Journal|Statements))\b/.test(path) ||
  placeOf(path).layer === "Store"

const mayReadEnvironment = ["src/Config.ts", "src/platform/postgres/PostgresBinaries.ts"]

const inCode = { comments: false }
const everywhere = { comments: true }

describe("words", () => {
  it("src keeps to the clock, the randomness and the types of the house", () => {
    const judge = (line: string) => {
      const hit = banned.find(([pattern]) => pattern.test(line))
      return hit && `has ${hit[0].exec(line)?.[0]}: use ${hit[1]}`
    }
    assert.deepStrictEqual(
      offences(
        sources.filter((path) => !besideServer(path)),
        judge,
        inCode
      ),
      []
    )
  })

  it("nothing is left to do", () => {
    const marker = /\b(?:T[O]DO|FIX[M]E|X[X]X)\b/
    assert.deepStrictEqual(
      offences(code, (line) => marker.exec(line)?.[0], everywhere),
      []
    )
  })

  it("no test is skipped or favoured", () => {
    const judge = (line: string) => /\b(?:it|test|describe|layer)(?:\.\w+)*\.(?:only|skip|todo|fails)\b/.exec(line)?.[0]
    assert.deepStrictEqual(offences(tests, judge, inCode), [])
  })

  it("only Config reads the environment", () => {
    const strangers = sources.filter((path) => !mayReadEnvironment.includes(path) && !besideServer(path))
    assert.deepStrictEqual(
      offences(strangers, (line) => /\bprocess\.env\b/.exec(line)?.[0], inCode),
      []
    )
  })

  it("SQL text stands in stores, the journal, snapshots and the platform", () => {
    const strangers = sources.filter((path) => !mayHoldSql(path))
    assert.deepStrictEqual(
      offences(strangers, (line) => /\bsql(\.unsafe\(|`)/.exec(line)?.[0], inCode),
      []
    )
  })

  it("what a buddy is and has is read and stored in buddy/, whose own form it is", () => {
    const strangers = sources.filter((path) => !path.startsWith("src/buddy/"))
    const judge = (line: string) =>
      /Codec<BuddyState>|INSERT INTO (buddies|buddy_identities)\b|(INTO|UPDATE|DELETE FROM) buddy_states\b/.exec(
        line
      )?.[0]
    assert.deepStrictEqual(offences(strangers, judge, inCode), [])
  })

  it("nobody writes the view buddies, which does not look again at a row it has waited for", () => {
    const judge = (line: string) => /(INTO|UPDATE|DELETE FROM) buddies\b/.exec(line)?.[0]
    assert.deepStrictEqual(offences(sources, judge, inCode), [])
  })
})

// --- sizes -----------------------------------------------------------------------------------------------------------

describe("sizes", () => {
  it("no file is longer than 300 lines", () => {
    assert.deepStrictEqual(
      code.filter((path) => read(path).trimEnd().split("\n").length > 300),
      []
    )
  })

  it("no line is longer than 120 characters", () => {
    const judge = (line: string) => (line.length > 120 ? `has ${line.length} characters` : undefined)
    assert.deepStrictEqual(offences(code, judge, everywhere), [])
  })
})

// --- schema ----------------------------------------------------------------------------------------------------------

/** Tables that belong to no tenant, each with its reason. */
const globalTables: Readonly<Record<string, string>> = {
  service_keys: "keys of the service itself",
  auth_attempts: "tries at e-mails that may belong to nobody",
  mails: "the development outbox, read by whoever runs the service",
  assets: "pictures by the hash of their bytes",
  cdn_files: "what browsers load, the same for all",
  onboarding_waitlist: "people who have no workspace yet",
  visit_salts: "what marks of all visitors of a day are made under"
}

const tablesOf = (path: string) =>
  Array.from(
    read(path)
      .replace(/--.*$/gm, "")
      .matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)\s*\(([\s\S]*?)\n\)/gi),
    ([, name = "", columns = ""]) => ({ name, columns, path })
  )

describe("schema", () => {
  const migrations = filesBelow("sql").filter((path) => path.endsWith(".sql"))
  const tables = migrations.flatMap(tablesOf)

  it.effect("migrations are numbered without a gap", () =>
    Effect.map(Migrations.readFolder(Migrations.folder), (files) => assert.strictEqual(files.length, migrations.length))
  )

  it("every migration opens with its name and its reason", () => {
    assert.deepStrictEqual(
      migrations.filter((path) => !read(path).startsWith(`-- ${basename(path)}: `)),
      []
    )
  })

  it("every table belongs to a tenant or is listed as global", () => {
    assert.isNotEmpty(tables)
    const strays = tables.filter(({ name, columns }) => !/^\s*customer_id\b/m.test(columns) && !(name in globalTables))
    assert.deepStrictEqual(strays, [])
  })

  it("every table listed as global exists and has no tenant", () => {
    const tenantless = tables.filter(({ columns }) => !/^\s*customer_id\b/m.test(columns)).map(({ name }) => name)
    assert.deepStrictEqual(Object.keys(globalTables).sort(), tenantless.sort())
  })

  it("the rows of a table are written by one family, the kernel beside it", () => {
    const renamed = migrations.flatMap((path) => [...read(path).matchAll(/ALTER TABLE \w+ RENAME TO (\w+)/g)])
    const names = new Set([...tables.map(({ name }) => name), ...renamed.map(([, name]) => name)])
    const writers = Map.groupBy(
      sources.flatMap((path) => {
        const { family } = placeOf(path)
        // By statements of its own, as the table of a live collection, or as one that follows its audience.
        const writing = /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)|(?:^\s+|\bfollowing\(\{\s*)table: "(\w+)"/gm
        const written = withoutComments(read(path)).matchAll(writing)
        return family === undefined
          ? []
          : Array.from(written, ([, named, kept = ""]) => ({ family, table: named ?? kept }))
      }),
      ({ table }) => table
    )
    const shared = [...writers].flatMap(([table, all]) => {
      const families = [...new Set(all.map(({ family }) => family))]
      return names.has(table) && families.length > 1 ? [`${table}: ${families.join(", ")}`] : []
    })
    assert.includeMembers([...writers.keys()], ["gates", "hosted_surfaces", "showrooms", "event_badges"])
    assert.deepStrictEqual(shared, [])
  })

  it("times come from the service's clock", () => {
    const judge = (line: string) => /DEFAULT\s+(now\(\)|current_timestamp)/i.exec(line.replace(/--.*$/, ""))?.[0]
    assert.deepStrictEqual(offences(migrations, judge, everywhere), [])
  })
})

// --- pages -----------------------------------------------------------------------------------------------------------

/** The paths a tree in a fenced block names: two spaces of indent per level, folders end with a slash. */
const pathsInTree = (block: string): ReadonlyArray<string> => {
  const stack: Array<string> = []
  return block.split("\n").flatMap((line) => {
    const [, indent = "", name = ""] = /^( *)(\.?[\w-][\w./-]*)(?:\s|$)/.exec(line) ?? []
    if (!name.endsWith("/") && !/\.\w+$/.test(name)) return []
    stack.length = Math.min(stack.length, indent.length / 2)
    stack.push(name)
    return [join(...stack)]
  })
}

describe("pages", () => {
  const readme = exists("README.md") ? read("README.md") : ""

  it.skipIf(readme === "")("the map in the README names what exists, and every folder of src", () => {
    const blocks = Array.from(readme.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm), (match) => match[1] ?? "")
    const map = blocks.filter((block) => /^src\//m.test(block)).flatMap(pathsInTree)
    assert.isNotEmpty(map, "the README has a fenced tree with src/ in it")
    assert.deepStrictEqual(
      map.filter((path) => !exists(path)),
      []
    )
    const folders = new Set(sources.flatMap((path) => /^src\/[^/]+\//.exec(path) ?? []))
    assert.deepStrictEqual(
      [...folders].filter((path) => !map.includes(path)),
      []
    )
  })

  it("every variable of Config is explained in .env.example, and no other", () => {
    const settings = sources.filter((path) => /^src\/Config(\.ts$|\/)/.test(path))
    assert.includeMembers(settings, ["src/Config.ts", "src/Config/Stripe.ts"])
    const namesIn = (text: string) => Array.from(text.matchAll(/"([A-Z][A-Z0-9_]{2,})"/g), (match) => match[1]!)
    const known = new Set(settings.flatMap((path) => namesIn(read(path))))
    const explained = Array.from(read(".env.example").matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm), (match) => match[1]!)
    const telemetry = namesIn(read("src/platform/observability/Telemetry.ts"))
    assert.includeMembers(
      explained,
      telemetry.filter((name) => name.startsWith("OTEL_"))
    )
    // Whatever reads the environment does it by Config, and stands in one place.
    const elsewhere = sources.filter(
      (path) => !settings.includes(path) && /Config\.\w+\([^)]*"[A-Z][A-Z0-9_]{2,}"/.test(read(path))
    )
    assert.deepStrictEqual(elsewhere, ["src/platform/observability/Telemetry.ts"])
    const others = explained.filter((name) => !name.startsWith("OTEL_"))
    assert.deepStrictEqual(others.sort(), [...known].sort())
  })
})
