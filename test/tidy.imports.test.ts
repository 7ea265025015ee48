/** The rules of the house about imports: who may know whom. */
import { assert, describe, it } from "vitest"
import { dirname, join, normalize } from "node:path"
import { exists, importsOf, sources } from "./kit/SourceTree.ts"
import { placeOf, roles } from "./kit/Places.ts"

/** Arrows between layers. A feature's roles stand for themselves; what crosses families is judged separately. */
const arrows: Readonly<Record<string, ReadonlyArray<string>>> = {
  wire: ["wire"],
  engine: ["engine", "wire"],
  Config: [],
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
  sdk: ["sdk", "Api", "wire"],
  widgets: ["widgets", "sdk"]
}

/** Files beside the folders that put layers together: they may import all, and only they import each other. */
const assemblies = ["Platform", "Http", "Cluster", "Application", "main", "Launch"]

/** Folders that use the whole service from outside, as an operator or a test does: they may import all, nobody them. */
const outside = ["cli", "testing"]

/** The demo is a tenant of the service it is served by: only assemblies know it. */
const demo = "demo"

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
  const crosses = source.family !== undefined && target.family !== undefined && source.family !== target.family
  if (crosses && ["Http", "Workflow"].includes(target.layer))
    return "another family is reached through its Store or its Service"
  return undefined
}

const wrongArrows = (path: string) =>
  importsOf(path).flatMap((name) => {
    if (!name.startsWith(".")) return []
    const target = normalize(join(dirname(path), name))
    const verdict = exists(target) ? judgeArrow(path, target) : "there is no such file"
    return verdict === undefined ? [] : [`${path} -> ${target}: ${verdict}`]
  })

/** What may come from outside, by layer: the contract must bundle for a browser and the engine must stay pure. */
const foreignAllowed: Readonly<Record<string, RegExp>> = {
  wire: /^effect(\/|$)/,
  engine: /^effect$/,
  artist: /^sharp$/,
  Api: /^effect(\/|$)/,
  Rules: /^effect$/,
  sdk: /^effect(\/|$)/,
  widgets: /^$/
}

const wrongForeigners = (path: string) => {
  const allowed = foreignAllowed[placeOf(path).layer]
  const foreign = importsOf(path).filter((name) => !name.startsWith("."))
  return allowed === undefined ? [] : foreign.filter((name) => !allowed.test(name)).map((name) => `${path} -> ${name}`)
}

describe("imports", () => {
  it("point down only", () => {
    assert.deepStrictEqual(sources.flatMap(wrongArrows), [])
  })

  it("of the contract and of pure code bring in nothing that needs a server", () => {
    assert.deepStrictEqual(sources.flatMap(wrongForeigners), [])
  })

  it("every file of a feature plays one of the six roles", () => {
    const features = sources.filter((path) => /^src\/(features|resource)\//.test(path) && !isRegistry(path))
    assert.deepStrictEqual(
      features.filter((path) => !roles.includes(placeOf(path).layer)),
      []
    )
  })
})
