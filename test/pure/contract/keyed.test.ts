/** What a request under an Idempotency-Key may hold while it works, as the API definition says it. */
import { assert, it } from "@effect/vitest"
import { Context } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Api } from "../../../src/Api.ts"
import { Lengthy, NamesHost } from "../../../src/wire/Access.ts"
import { operations, reference } from "../../kit/contract/ApiContract.ts"

const endpoints = (Object.values(Api.groups) as unknown as ReadonlyArray<HttpApiGroup.Top>).flatMap((group) =>
  Object.values<HttpApiEndpoint.Top>(group.endpoints)
)
const annotated = (key: typeof Lengthy | typeof NamesHost) =>
  endpoints
    .filter(({ annotations }) => Context.getOrUndefined(annotations as Context.Context<unknown>, key as never))
    .map(({ method, path }) => `${method} ${path.replace("/api/v1", "").replace(/:(\w+)/g, "{$1}")}`)

it("what reckons and writes nothing holds no transaction meanwhile", () => {
  const reckoning = operations.filter(({ method, path }) => {
    const described = reference.paths[`/api/v1${path}`]![method.toLowerCase()]!
    return method !== "GET" && /\bWrites nothing\./.test(described.description) && !("202" in described.responses)
  })
  assert.isAtLeast(reckoning.length, 3)
  assert.includeMembers(
    annotated(Lengthy),
    reckoning.map(({ key }) => key)
  )
})

it("hosts of webhooks are looked up before there is a transaction", () => {
  const named = operations.filter(
    ({ key, method }) => method !== "GET" && /webhook-configs(\/\{id\})?$|causes(\/\{id\}(\/webhook)?)?$/.test(key)
  )
  const hosts = named.filter(({ body }) => body !== undefined).map(({ key }) => key)
  assert.strictEqual(hosts.length, 5)
  assert.sameMembers(annotated(NamesHost), hosts)
})
