/**
 * The reference at /openapi.json: valid OpenAPI 3.1 that says nothing which is not there and leaves nothing out. The
 * list of routes in `routes.txt` is committed, so that a route cannot disappear unnoticed.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { operations, prefix } from "../kit/contract/ApiContract.ts"
import { exists, read } from "../kit/house/SourceTree.ts"
import { TestApp } from "../kit/service/TestApp.ts"

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const page = Effect.gen(function* () {
  const answer = yield* (yield* TestApp).call("GET", "root:/openapi.json")
  assert.strictEqual(answer.status, 200)
  return answer.body as {
    readonly openapi: string
    readonly info: Json
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
    readonly components: { readonly schemas: Json; readonly securitySchemes: Json }
    readonly tags: ReadonlyArray<{ readonly name: string }>
  }
})

type Answers = Readonly<
  Record<
    string,
    {
      readonly $ref?: string
      readonly description: string
      readonly content?: Readonly<Record<string, { readonly schema: unknown }>>
    }
  >
>

interface Described {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: unknown
  }>
  readonly requestBody?: { readonly content: Json }
  readonly responses: Answers
  readonly security?: ReadonlyArray<Json>
}

/** Answers that are described once are named where they are given. */
const answersOf = (document: unknown, responses: Answers): Answers =>
  Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [
      status,
      answer.$ref === undefined ? answer : (pointed(document, answer.$ref) as Answers[string])
    ])
  )

/** Everything in a document, with where it stands. */
const walk = (value: unknown, at: string, visit: (node: Json, at: string) => void): void => {
  if (Array.isArray(value)) return value.forEach((item, index) => walk(item, `${at}/${index}`, visit))
  if (!isRecord(value)) return
  visit(value, at)
  for (const [name, child] of Object.entries(value)) walk(child, `${at}/${name.replaceAll("/", "~1")}`, visit)
}

const pointed = (document: unknown, pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((node: unknown, part) => (isRecord(node) ? node[part] : undefined), document)

const operationsOf = (document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> }) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      path,
      method,
      described,
      name: `${method.toUpperCase()} ${path}`
    }))
  )

const jsonTypes = ["string", "number", "integer", "boolean", "array", "object", "null"]

const list = "test/contract/routes.txt"
const advice = `${list} is not what the API has. If the change is meant, run this test once with UPDATE_ROUTES=1.`

layer(TestApp.shared, { excludeTestServices: true })("the reference", (it) => {
  it.effect("is OpenAPI 3.1 whose every reference leads somewhere", () =>
    Effect.gen(function* () {
      const document = yield* page
      assert.match(document.openapi, /^3\.1\.\d+$/)
      assert.isString(document.info["title"])
      assert.isString(document.info["version"])
      const dangling: Array<string> = []
      walk(document, "#", (node, at) => {
        const target = node["$ref"]
        if (typeof target === "string" && pointed(document, target) === undefined) dangling.push(`${at}: ${target}`)
      })
      assert.deepStrictEqual(dangling, [])
    })
  )

  it.effect("describes every operation by what OpenAPI asks for", () =>
    Effect.gen(function* () {
      const document = yield* page
      const all = operationsOf(document)
      const wrong: Array<string> = []
      const tags = document.tags.map((tag) => tag.name)
      for (const { described, name, path } of all) {
        const { parameters = [], security = [] } = described
        const responses = answersOf(document, described.responses)
        const inPath = parameters.filter((parameter) => parameter.in === "path")
        const names = Array.from(path.matchAll(/\{([^}]+)\}/g), (match) => match[1])
        if (names.join() !== inPath.map((parameter) => parameter.name).join()) wrong.push(`${name}: path parameters`)
        if (inPath.some((parameter) => parameter.required !== true)) wrong.push(`${name}: an optional path parameter`)
        if (parameters.some((parameter) => !isRecord(parameter.schema)))
          wrong.push(`${name}: a parameter without schema`)
        if (!described.tags.every((tag) => tags.includes(tag))) wrong.push(`${name}: an unknown tag`)
        if (!Object.keys(responses).some((status) => /^[23]\d\d$/.test(status))) wrong.push(`${name}: no success`)
        if (Object.values(responses).some(({ description }) => !description)) wrong.push(`${name}: a bare response`)
        const schemes = security.flatMap((scheme) => Object.keys(scheme))
        if (!schemes.every((scheme) => scheme in document.components.securitySchemes)) wrong.push(`${name}: security`)
      }
      assert.deepStrictEqual(wrong, [])
      const ids = all.map(({ described }) => described.operationId)
      assert.strictEqual(new Set(ids).size, ids.length)
    })
  )

  it.effect("may be read by any page, and is not sent twice", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const read = (headers: Record<string, string>) =>
        app.call("GET", "root:/openapi.json", undefined, { headers: { origin: "https://a.test", ...headers } })
      const { headers } = yield* read({})
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(headers.get("cache-control"), "public, max-age=300")
      const again = yield* read({ "if-none-match": headers.get("etag") ?? "" })
      assert.strictEqual(again.status, 304)
      assert.strictEqual(again.headers.get("etag"), headers.get("etag"))
      assert.strictEqual(again.text, "")
    })
  )

  it.effect("holds well-formed schemas only", () =>
    Effect.gen(function* () {
      const document = yield* page
      const wrong: Array<string> = []
      walk(document.components.schemas, "#/components/schemas", (node, at) => {
        const { enum: choices, properties, required, type } = node
        // A property may itself be called `type`, `required` or `properties`.
        if (at.endsWith("/properties")) return
        if (typeof type === "string" && !jsonTypes.includes(type)) wrong.push(`${at}: type ${type}`)
        if (Array.isArray(choices) && new Set(choices).size !== choices.length) wrong.push(`${at}: a choice twice`)
        if (!Array.isArray(required) || !isRecord(properties)) return
        const strays = required.filter((name) => !(String(name) in properties))
        if (strays.length > 0) wrong.push(`${at}: requires ${strays.join()}, which it does not have`)
      })
      assert.deepStrictEqual(wrong, [])
    })
  )

  it.effect("gives every error in the envelope", () =>
    Effect.gen(function* () {
      const document = yield* page
      const envelopes = (schema: unknown): ReadonlyArray<unknown> => {
        const target =
          isRecord(schema) && typeof schema["$ref"] === "string" ? pointed(document, schema["$ref"]) : schema
        if (isRecord(target) && Array.isArray(target["anyOf"])) return target["anyOf"].flatMap(envelopes)
        return [isRecord(target) && isRecord(target["properties"]) ? Object.keys(target["properties"]).join() : target]
      }
      const wrong = operationsOf(document).flatMap(({ described, name }) =>
        Object.entries(answersOf(document, described.responses))
          .filter(([status]) => Number(status) >= 400)
          .flatMap(([status, { content }]) =>
            envelopes(content?.["application/json"]?.schema).map((keys) => [status, keys])
          )
          .filter(([, keys]) => keys !== "error")
          .map(([status, keys]) => `${name}: ${String(status)} is ${JSON.stringify(keys)}`)
      )
      // A node that is not ready says so in the same words as one that is.
      assert.deepStrictEqual(wrong, ['GET /api/v1/health/ready: 503 is "ready,checks"'])
    })
  )

  it.effect("says of every route with a body how a bad one is refused", () =>
    Effect.gen(function* () {
      const silent = operationsOf(yield* page).flatMap(({ described, name }) =>
        name.startsWith("GET ")
          ? []
          : ["400", "413", "415", "422"].flatMap((status) =>
              status in described.responses ? [] : [`${name}: ${status}`]
            )
      )
      assert.deepStrictEqual(silent, [])
    })
  )

  it.effect("names every route, behind its gate or not, and no other", () =>
    Effect.gen(function* () {
      const document = yield* page
      const described = operationsOf(document)
      assert.deepStrictEqual(
        described.map(({ name }) => name).sort(),
        operations.map(({ method, path }) => `${method} ${prefix}${path}`).sort()
      )
      const gated = new Set(operations.filter(({ route }) => route.gated).map(({ key }) => key))
      const wrong = described.filter(
        ({ described: { security = [] }, name }) => gated.has(name.replace(prefix, "")) !== security.length > 0
      )
      assert.deepStrictEqual(
        wrong.map(({ name }) => name),
        []
      )
    })
  )

  it("goes with the committed list of routes", () => {
    const routes = operations
      .map(({ key }) => key)
      .sort((a, b) => (a.split(" ")[1]! + a < b.split(" ")[1]! + b ? -1 : 1))
    const now = `${routes.join("\n")}\n`
    if (process.env["UPDATE_ROUTES"] === "1") writeFileSync(fileURLToPath(new URL("routes.txt", import.meta.url)), now)
    const committed = exists(list) ? read(list) : ""
    assert.strictEqual(committed, now, advice)
  })
})
