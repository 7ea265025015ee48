/** What browsers load, as it is built: which files there are, what stands in which, and that it is always the same. */
import { assert, describe, it } from "vitest"
import { Buffer } from "node:buffer"
import { build, type Plugin } from "esbuild"
import { type Bundle, bundleWidgets } from "../../../src/features/surfaces/cdn/Service/Bundle.ts"
import { widgetNames } from "../../../src/widgets/contract.ts"
import { consoleSums, judge, judgeConsole, measure, sums } from "../../budgets/Budgets.ts"
import { bundleSmall } from "../../kit/widgets/SmallWidgets.ts"

const version = "1.2.3"
const languages = ["ar", "de", "en", "es", "fr", "he", "ja", "pt"]
const textOf = ({ files }: Bundle, name: string) =>
  Buffer.from(files.find((file) => file.name === name)?.bytes ?? []).toString()

describe("what browsers load", () => {
  it("is a loader, a core, and a file for every widget and every language, each with its map", async () => {
    const { files } = await bundleSmall(version)
    const names = ["buddy", "core", "de", "en", "path", "widget"].flatMap((name) => [`${name}.js`, `${name}.js.map`])
    assert.deepStrictEqual(
      files.map(({ name }) => name),
      names
    )
  })

  it("is the same bytes from the same sources, and has another name when any of them changes", async () => {
    const [one, same, other] = await Promise.all([version, version, "1.2.4"].map(bundleSmall))
    assert.match(one!.build, /^[0-9a-f]{12}$/)
    assert.deepStrictEqual(same, one)
    assert.notStrictEqual(other!.build, one!.build)
  })

  it("tells the loader which build it belongs to, and keeps the words that pages are written with", async () => {
    const bundle = await bundleSmall(version)
    const loader = textOf(bundle, "widget.js")
    for (const word of [bundle.build, version, "data-hatched-mount", "data-embed-token"]) assert.include(loader, word)
    assert.notMatch(loader, /\beval\b|new Function|document\.cookie|localStorage|sessionStorage|indexedDB/)
  })

  it("has Preact and what widgets share in the core, once, and nothing that nobody asks for", async () => {
    const bundle = await bundleSmall(version)
    const isPreact = /__H\b|_childDidSuspend|debounceRendering|diffed/
    assert.match(textOf(bundle, "core.js"), isPreact)
    for (const name of ["buddy.js", "path.js", "widget.js"]) assert.notMatch(textOf(bundle, name), isPreact, name)
    assert.match(textOf(bundle, "buddy.js"), /from"\.\/core\.js"/)
    assert.match(textOf(bundle, "core.js"), /import\("\.\/buddy\.js"\)/)
    assert.include(textOf(bundle, "core.js"), "toUpperCase")
    assert.notInclude(textOf(bundle, "core.js"), "nobody asks for")
    assert.notInclude(textOf(bundle, "core.js"), "nobody downloads")
    assert.include(textOf(bundle, "core.js"), ":host{color:red}")
    assert.include(textOf(bundle, "en.js"), "héllo")
  })

  it("leaves the bundler to whoever else in the process is at work with it", async () => {
    const { promise: bundled, resolve: hasBundled } = Promise.withResolvers<void>()
    const waiting: Plugin = {
      name: "waiting",
      setup: ({ onLoad }) =>
        void onLoad({ filter: /./ }, async () => {
          await bundled
          return { contents: "export const late = 1" }
        })
    }
    const theirs = build({ entryPoints: [import.meta.filename], plugins: [waiting], bundle: true, write: false })
    await bundleSmall(version)
    hasBundled()
    assert.lengthOf((await theirs).outputFiles, 1)
  })

  it("is refused with the place when a source is wrong", async () => {
    const words = await bundleWidgets({ folder: "/there/is/no/such/folder/", version }).then(
      () => "built",
      (error: unknown) => String(error)
    )
    assert.match(words, /loader\/index\.ts|no\/such\/folder/)
  })
})

describe("the widgets themselves", () => {
  it("are four in eight languages, and light, as is the console beside them", async () => {
    const bundle = await bundleWidgets({ version })
    const measured = measure(bundle)
    assert.deepStrictEqual(
      sums(measured).map(({ name }) => name),
      widgetNames.toSorted().flatMap((widget) => languages.map((language) => `${widget} in ${language}`))
    )
    assert.deepStrictEqual(judge(measured), [])
    const { pages, start } = consoleSums(bundle)
    assert.includeMembers(
      pages.map(({ name }) => name),
      ["home", "keys", "rules", "widgets"].map((page) => `console-${page}.js`)
    )
    assert.isAbove(start.gzip_bytes, measured.find(({ name }) => name === "console.css")!.gzip_bytes)
    assert.deepStrictEqual(judgeConsole({ pages, start }), [])
  })
})

describe("budgets", () => {
  const light = { bytes: 1_000, gzip_bytes: 400 }
  const files = ["widget.js", "core.js", "buddy.js", "en.js", "de.js"].map((name) => ({ name, ...light }))
  const heavy = (name: string, weight: object) =>
    judge(files.map((file) => (file.name === name ? { ...file, ...weight } : file)))

  it("sum up what one widget in one language loads", async () => {
    const measured = measure(await bundleSmall(version))
    const packed = (name: string) => measured.find((file) => file.name === `${name}.js`)!.gzip_bytes
    const found = sums(measured).find(({ name }) => name === "path in de")
    assert.strictEqual(found?.gzip_bytes, packed("widget") + packed("core") + packed("path") + packed("de"))
    assert.strictEqual(sums(measured).length, 4)
    assert.deepStrictEqual(judge(measured), [])
  })

  it("name what is too heavy of the console", () => {
    const start = { ...light, name: "console" }
    const pages = [{ ...light, name: "console-home.js" }]
    assert.deepStrictEqual(judgeConsole({ start, pages }), [])
    assert.match(judgeConsole({ start: { ...start, gzip_bytes: 60_001 }, pages }).join(), /begins with 60001 bytes/)
    const heavy = [{ ...pages[0]!, gzip_bytes: 25_001 }]
    assert.match(judgeConsole({ start, pages: heavy }).join(), /console-home\.js adds 25001 bytes/)
  })

  it("name what is too heavy", () => {
    assert.deepStrictEqual(judge(files), [])
    assert.match(heavy("widget.js", { gzip_bytes: 6_001 }).join(), /widget\.js has 6001 bytes packed/)
    assert.match(heavy("de.js", { gzip_bytes: 30_000 }).join(), /buddy in de loads 31200 bytes/)
    assert.match(heavy("core.js", { bytes: 250_000 }).join(), /core\.js has 250000 bytes/)
  })
})
