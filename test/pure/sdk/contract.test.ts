/** The SDK and the contract are the same operations, with the same names, and what is sent is what was meant. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Operation } from "../../../sdk/src/calls.ts"
import { operations } from "../../../sdk/src/generated/operations.ts"
import { Hatchery } from "../../../sdk/src/index.ts"
import { decode, encode } from "../../../sdk/src/names.ts"
import { json, serviceOf } from "../../kit/sdk/Answers.ts"
import { documented, valueOf } from "../../kit/sdk/Contract.ts"

type Methods = Readonly<Record<string, (...args: ReadonlyArray<unknown>) => PromiseLike<unknown>>>

const tables: Readonly<Record<string, Readonly<Record<string, Operation>>>> = operations

const operationOf = (id: string): Operation => {
  const [resource = "", method = ""] = id.split(".")
  return tables[resource]![method]!
}

describe("every operation", () => {
  it("is one method, which asks for it", async () => {
    const service = serviceOf(json(200, { data: [], meta: { total: 0, page: 1, limit: 20 }, pagination: {} }))
    const client = new Hatchery({ apiKey: "svc_test_1", baseUrl: "https://host.example", fetch: service.fetch })
    for (const { id, method, path } of documented) {
      const [resource = "", name = ""] = id.split(".")
      const methods = (client as unknown as Readonly<Record<string, Methods>>)[resource]
      const before = service.asked.length
      const given = Array.from(path.matchAll(/\{\w+\}/g), (_, index) => `p${index}`)
      await methods?.[name]?.(...given)
      assert.deepStrictEqual(
        service.asked.slice(before).map(({ method, url }) => `${method} ${url.pathname}${url.search}`),
        [`${method} /api/v1${given.reduce((path, parameter) => path.replace(/\{\w+\}/, parameter), path)}`],
        id
      )
    }
  })

  it("is all there is", () => {
    const methods = Object.entries(tables).flatMap(([resource, all]) =>
      Object.keys(all).map((method) => `${resource}.${method}`)
    )
    assert.isAbove(methods.length, 200)
    assert.deepStrictEqual(methods.sort(), documented.map(({ id }) => id).sort())
  })
})

describe("what is sent", () => {
  const withBody = documented.filter(({ body }) => body !== undefined)

  it.each(withBody)("$id keeps every name and every key", ({ body, id }) => {
    const shape = operationOf(id).body
    fc.assert(
      fc.property(valueOf(body!), (wire) => {
        assert.deepStrictEqual(encode(decode(wire, shape), shape), wire)
      }),
      { numRuns: 30 }
    )
  })

  it.each(documented.filter(({ examples }) => examples.length > 0))("$id: its examples as well", ({ examples, id }) => {
    const shape = operationOf(id).body
    for (const example of examples) assert.deepStrictEqual(encode(decode(example, shape), shape), example)
  })
})
