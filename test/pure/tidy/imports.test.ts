/** The rules of the house about imports: who may know whom. */
import { assert, describe, it } from "vitest"
import { dirname, join, normalize } from "node:path"
import { exists, importsOf, offences, sdk, sources } from "../../kit/house/SourceTree.ts"
import { placeOf, roles } from "../../kit/house/Places.ts"

/** Arrows between layers. A feature's roles stand for themselves; what crosses families is judged separately. */
const arrows: Readonly<Record<string, ReadonlyArray<string>>> = {
  wire: ["wire"],
  engine: ["engine", "wire"],
  Config: ["Config"],
  artist: ["artist"],
  platform: ["platform", "artist", "wire", "Config"],
  buddy: ["buddy", "engine", "platform", "wire", "Config"],
  edge: ["edge", "platform", "engine", "wire", "Config"],
  Api: ["Api", "engine", "wire"],
  Rules: ["Rules", "Api", "engine", "wire"],
  Store: ["Store", "Rules", "Api", "buddy", "engine", "platform", "artist", "wire", "Config"],
  Service: ["Service", "Store", "Rules", "Api", "buddy", "engine", "platform", "artist", "wire", "Config"],
  Cluster: ["Workflow", "Service", "Store"],
  Workflow: ["Workflow", "Service", "Store", "Rules", "Api", "buddy", "engine", "platform", "artist", "wire", "Config"],
  Http: [
    "Http",
    "Workflow",
    "Service",
    "Store",
    "Rules",
    "Api",
    "buddy",
    "edge",
    "engine",
    "platform",
    "artist",
    "wire",
    "Config"
  ],
  sdk: ["sdk"],
  widgets: ["widgets", "sdk"],
  console: ["console", "widgets", "sdk"]
}

/** Files beside the folders that put layers together: they may import all, and only they import each other. */
const assemblies = ["Platform", "Http", "Cluster", "Application", "Service", "main", "Launch"]

/** Folders that use the whole service from outside, as an operator or a test does: they may import all, nobody them. */
const outside = ["cli", "testing"]

/** The demo is a tenant of the service it is served by: only assemblies know it. */
const demo = "demo"

/** What acts and does not keep: a Store holds the SQL of its tables, a Service or a Workflow asks these. */
const actors = /^src\/(buddy\/(Buddies|Preview|Protocol|signals\/\w+)|platform\/(cluster\/Jobs|images\/\w+))\.ts$/

/** A domain lists its families; only the assemblies import those lists. */
const isRegistry = (path: string) => /^src\/features\/[^/]+\/[^/]+$/.test(path)

const judgeArrow = (from: string, to: string): string | undefined => {
  const source = placeOf(from)
  const target = placeOf(to)
  if (outside.includes(source.layer)) return undefined
  if (outside.includes(target.layer)) return "the service does not know its commands and its test kit"
  const atTop = (path: string) => dirname(path) === "src"
  if (atTop(from) && assemblies.includes(source.layer)) return undefined
  if (source.layer === demo) return undefined
  if (atTop(to) && assemblies.includes(target.layer)) return "only an assembly imports an assembly"
  if (isRegistry(to) && !atTop(from)) return "only an assembly imports what a domain lists"
  const allowed = arrows[source.layer]
  if (allowed === undefined) return `${source.layer} is no layer of this house`
  if (!allowed.includes(target.layer)) return `${source.layer} may not import ${target.layer}`
  if (source.layer === "Store" && actors.test(to)) return "a Store holds SQL: a Service spans it and whoever acts"
  const crosses = source.family !== undefined && target.family !== undefined && source.family !== target.family
  if (crosses && ["Http", "Workflow"].includes(target.layer))
    return "another family is reached through its Store or Service"
  if (crosses && target.layer === "Api") return "what two families say stands in wire"
  return undefined
}

/** The files of ours a file imports. */
const targetsOf = (path: string) =>
  importsOf(path).flatMap((name) => (name.startsWith(".") ? [normalize(join(dirname(path), name))] : []))

const wrongArrows = (path: string) =>
  targetsOf(path).flatMap((target) => {
    const verdict = exists(target) ? judgeArrow(path, target) : "there is no such file"
    return verdict === undefined ? [] : [`${path} -> ${target}: ${verdict}`]
  })

/** Every arrow between two rooms, once; `roomOf` undefined: it stands in none. */
const arrowsBetween = (roomOf: (path: string) => string | undefined) => {
  const found = sources.flatMap((path) => targetsOf(path).map((target) => [roomOf(path), roomOf(target)] as const))
  return [...new Set(found.flatMap(([from, to]) => (from && to && from !== to ? [`${from} -> ${to}`] : [])))]
}

/** The arrows of circles, and those that lead from one circle to another. */
const circles = (arrows: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [sources, targets] = [0, 1].map((end) => new Set(arrows.map((arrow) => arrow.split(" -> ")[end])))
  // Where nothing leads to or nothing leads on from is no circle.
  const left = arrows.filter((arrow) => {
    const [from, to] = arrow.split(" -> ")
    return targets?.has(from) && sources?.has(to)
  })
  return left.length === arrows.length ? left : circles(left)
}

/** What may come from outside, by layer: the contract must bundle for a browser and the engine must stay pure. */
const foreignAllowed: Readonly<Record<string, RegExp>> = {
  wire: /^effect(\/|$)/,
  engine: /^effect$/,
  artist: /^sharp$/,
  Api: /^effect(\/|$)/,
  Rules: /^effect$/,
  sdk: /^(node:|esbuild$)/,
  widgets: /^preact(\/hooks|\/jsx-runtime)?$/,
  console: /^preact(\/hooks|\/jsx-runtime)?$/
}

const wrongForeigners = (path: string) => {
  const allowed = foreignAllowed[placeOf(path).layer]
  const foreign = importsOf(path).filter((name) => !name.startsWith("."))
  return allowed === undefined ? [] : foreign.filter((name) => !allowed.test(name)).map((name) => `${path} -> ${name}`)
}

describe("imports", () => {
  it("point down only", () => {
    assert.deepStrictEqual([...sources, ...sdk].flatMap(wrongArrows), [])
  })

  it("of the contract and of pure code bring in nothing that needs a server", () => {
    assert.deepStrictEqual([...sources, ...sdk].flatMap(wrongForeigners), [])
  })

  it("lead in no circle from file to file, types included", () => {
    assert.isNotEmpty(circles(["a -> b", "b -> c", "c -> a", "c -> d"]))
    assert.deepStrictEqual(circles(arrowsBetween((path) => path)), [])
  })

  it("lead in no circle from family to family", () => {
    assert.deepStrictEqual(circles(arrowsBetween((path) => placeOf(path).family)), [])
  })

  it("who calls is read where requests are handled", () => {
    const handles = (path: string) => placeOf(path).layer === "Http" || /^src\/(edge|wire)\//.test(path)
    const strangers = sources.filter((path) => !handles(path))
    assert.deepStrictEqual(
      offences(strangers, (line) => /\bPrincipal\b(?!\.ts)/.exec(line)?.[0], { comments: false }),
      []
    )
  })

  it("every file of a feature plays one of the six roles", () => {
    const features = sources.filter((path) => /^src\/(features|resource)\//.test(path) && !isRegistry(path))
    assert.deepStrictEqual(
      features.filter((path) => !roles.includes(placeOf(path).layer)),
      []
    )
  })
})
