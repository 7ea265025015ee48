/**
 * What the reference tells developers of tenants: a word for everything, an example that its schema takes, the refusals
 * a route can give and no others. Whether the service takes the examples: test/contract/samples.
 */
import { assert, describe, it } from "@effect/vitest"
import { webhookNames } from "../../../src/wire/Webhook.ts"
import { permits } from "../../kit/contract/JsonSchema.ts"
import { type Content, type Described, operations, reference, resolve } from "../../kit/contract/ApiContract.ts"

const all = Object.values(reference.paths).flatMap((item) => Object.values(item))
const named = new Map(all.map((operation) => [operation.operationId, operation]))
const hooks = Object.entries(reference.webhooks)

const codesAt = (operation: Described, status: string): ReadonlyArray<string> => {
  const { $ref } = operation.responses[status] ?? {}
  const components = reference.components as unknown as Readonly<Record<string, Described["responses"]>>
  const answer = $ref === undefined ? operation.responses[status] : components["responses"]?.[$ref.split("/").at(-1)!]
  const schema = answer?.content?.["application/json"]?.schema
  return (schema?.anyOf ?? (schema === undefined ? [] : [schema])).map((choice) => {
    const error = resolve(choice).properties?.["error"]
    return String(error?.properties?.["code"]?.enum?.[0])
  })
}

const detailsOf = (name: string) => {
  const error = reference.components.schemas[name]?.properties?.["error"]
  return { details: error?.properties?.["details"], isCertain: error?.required?.includes("details") ?? false }
}

it("whatever leads on says where to", () => {
  const leading = all.flatMap(({ responses }) => responses["302"] ?? [])
  assert.isNotEmpty(leading)
  for (const { headers } of leading) assert.property(headers, "Location")
})

it("whatever is named in a path may not be there", () => {
  const certain = all.filter(
    ({ parameters = [], responses }) => parameters.some((parameter) => parameter.in === "path") && !("404" in responses)
  )
  assert.deepStrictEqual(
    certain.map(({ operationId }) => operationId),
    []
  )
})

/** Bodies and answers of 2xx, each with whose they are. */
const shown = all.flatMap(({ operationId, requestBody, responses }): ReadonlyArray<readonly [string, Content]> => {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"))
  const contents = answers.map(([status, { content }]) => [`${operationId} ${status}`, content ?? {}] as const)
  return requestBody === undefined ? contents : [[operationId, requestBody.content], ...contents]
})

it("every operation answers something, or leads on", () => {
  const silent = all.filter(({ responses }) => !Object.keys(responses).some((status) => /^2\d\d$|^302$/.test(status)))
  assert.deepStrictEqual(
    silent.map(({ operationId }) => operationId),
    []
  )
  const leading = all.filter(({ responses }) => !Object.keys(responses).some((status) => status.startsWith("2")))
  assert.sameMembers(
    leading.map(({ operationId }) => operationId),
    ["auth.startSso", "public.openShare"]
  )
  for (const { responses } of leading) assert.property(responses, "default")
})

describe("the words", () => {
  it("say of every operation what it does, in a line and in full", () => {
    const poor = all.filter(({ description, summary = "" }) => {
      const own = description.split("\n\n").find((paragraph) => !/^(Limits|Refusals of its own):/.test(paragraph))
      return summary.length === 0 || summary.length > 60 || summary.endsWith(".") || (own ?? "").length < 12
    })
    assert.deepStrictEqual(
      poor.map(({ operationId, summary }) => `${operationId}: ${summary}`),
      []
    )
    const summaries = all.map(({ operationId, summary }) => `${operationId.split(".")[0]} ${summary}`)
    assert.deepStrictEqual(
      summaries.filter((summary, at) => summaries.indexOf(summary) !== at),
      []
    )
  })

  it("say of every parameter and every body what it is", () => {
    const silent = all.flatMap(({ operationId, parameters = [], requestBody }) => [
      ...parameters.filter(({ description }) => !description).map(({ name }) => `${operationId}: ${name}`),
      ...(requestBody?.description === "" ? [operationId] : [])
    ])
    assert.deepStrictEqual(silent, [])
  })

  it("name the limits, and the codes that are the route's own", () => {
    assert.deepStrictEqual(
      all.filter(({ description }) => !description.includes("Limits: ")),
      []
    )
    const { description } = named.get("buddies.spendCoins")!
    assert.include(description, "`insufficient_coins` (402)")
    assert.notInclude(description, "`rate_limited`")
  })
})

describe("examples", () => {
  it("stand at every body and every answer that has one, and go with their schemas", () => {
    const media = shown.flatMap(([name, content]) => Object.values(content).map((media) => ({ name, ...media })))
    assert.isAbove(media.length, 300)
    assert.deepStrictEqual(
      media.filter(({ example }) => example === undefined).map(({ name }) => name),
      []
    )
    assert.deepStrictEqual(
      media.filter(({ example, schema }) => !permits(schema, example, resolve)).map(({ name }) => name),
      []
    )
  })

  it("have words of their own, and no answer says what its other fields deny", () => {
    const media = shown.flatMap(([name, content]) => Object.values(content).map(({ example }) => ({ name, example })))
    assert.deepStrictEqual(
      media.filter(({ example }) => /"text"(?!:)/.test(JSON.stringify(example))).map(({ name }) => name),
      []
    )
    const answer = (id: string) => named.get(id)!.responses["200"]?.content?.["application/json"]?.example
    assert.deepInclude(answer("configVersions.publish"), { name: "More coins for lessons", status: "published" })
    assert.deepInclude(answer("coinRules.get"), { rule_key: "lesson_coins", name: "Lesson coins" })
    assert.deepInclude(answer("buddies.get"), { name: "Pip" })
    assert.sameMembers(Object.keys(answer("events.create") as object), ["accepted", "event_id", "effects"])
  })
})

describe("refusals", () => {
  it("are listed where they can be given", () => {
    assert.includeMembers([...codesAt(named.get("eggs.hatch")!, "409")], ["egg_not_ready", "idempotency_key_conflict"])
    for (const operation of all) {
      assert.include(codesAt(operation, "400"), "bad_request", operation.operationId)
      assert.include(codesAt(operation, "500"), "internal_server_error", operation.operationId)
    }
  })

  it("of the gate are listed where the gate can give them, and nowhere else", () => {
    const sees = (code: string, status: string) =>
      all.filter((operation) => codesAt(operation, status).includes(code)).map(({ operationId }) => operationId)
    const wanted = (test: (operation: (typeof operations)[number]) => boolean) =>
      operations.filter((operation) => operation.route.gated && test(operation)).map(({ id }) => id)
    assert.sameMembers(
      sees("insufficient_scope", "403"),
      wanted(({ route }) => route.access?.startsWith("widget_") ?? false)
    )
    assert.sameMembers(
      sees("plan_feature_locked", "402"),
      wanted(({ route }) => route.capability !== undefined && route.capability !== "paths")
    )
    assert.sameMembers(
      sees("plan_feature_locked", "403"),
      wanted(({ route }) => route.capability === "paths")
    )
    assert.sameMembers(
      sees("capability_disabled", "403"),
      wanted(({ route }) => route.capability !== undefined)
    )
    assert.sameMembers(
      sees("unauthorized", "401"),
      wanted(() => true)
    )
  })

  it("say what their details hold", () => {
    const coins = detailsOf("Error_insufficient_coins_402")
    assert.isTrue(coins.isCertain)
    assert.sameMembers(Object.keys(coins.details?.properties ?? {}), ["balance", "required"])
    assert.sameMembers([...(coins.details?.required ?? [])], ["balance", "required"])
    const invalid = detailsOf("Error_validation_failed_422")
    assert.sameMembers([...(invalid.details?.required ?? [])], ["issues"])
    // One code, several refusals: with the fields of each, and perhaps without any.
    assert.isFalse(detailsOf("Error_forbidden_403").isCertain)
    assert.isDefined(detailsOf("Error_forbidden_403").details)
    assert.isUndefined(detailsOf("Error_not_found_404").details)
  })
})

describe("the rest of the document", () => {
  it("takes an Idempotency-Key where one is honoured", () => {
    const takers = all.filter(({ parameters = [] }) => parameters.some(({ name }) => name === "Idempotency-Key"))
    const unkeyed = operations.filter(({ id, method, route }) => {
      const takes = takers.some(({ operationId }) => operationId === id)
      return takes !== (method !== "GET" && route.gated)
    })
    // The session that could ask for the answer again is gone.
    assert.deepStrictEqual(
      unkeyed.map(({ id }) => id),
      ["auth.changePassword", "auth.signOut"]
    )
  })

  it("tells of every event that is sent, with an example its schema takes", () => {
    assert.deepStrictEqual(
      hooks.map(([event]) => event),
      [...webhookNames]
    )
    for (const [event, { post }] of hooks) {
      const { example, schema } = post.requestBody!.content["application/json"]!
      assert.isTrue(permits(schema, example, resolve), event)
      assert.includeMembers(
        (post.parameters ?? []).map(({ name }) => name),
        ["X-Svc-Event", "X-Svc-Delivery", "X-Svc-Timestamp", "X-Svc-Signature", "webhook-signature"]
      )
    }
  })

  it("lets typed clients send what is free, and numbers as numbers", () => {
    const { properties = {} } = reference.components.schemas["EventInput"]!
    assert.strictEqual(properties["properties"]?.additionalProperties, true)
    const { items } = reference.components.schemas["EventBatch"]!.properties!["events"]!
    assert.strictEqual(items?.$ref, "#/components/schemas/EventInput")
    const types = new Map((named.get("eggs.list")!.parameters ?? []).map(({ name, schema }) => [name, schema.type]))
    assert.strictEqual(types.get("limit"), "integer")
    const dryRun = named.get("events.create")!.parameters?.find(({ name }) => name === "dry_run")
    assert.strictEqual(dryRun?.schema.type, "boolean")
  })

  it("has patterns that are read alike with and without the flag for Unicode", () => {
    const patterns = JSON.stringify(reference).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)
    const all = [...new Set(Array.from(patterns, ([, text]) => String(JSON.parse(text!))))]
    assert.isAbove(all.length, 5)
    for (const pattern of all) assert.doesNotThrow(() => new RegExp(pattern, "u"), pattern)
    assert.deepStrictEqual(
      all.filter((pattern) => /\\[pP]\{/.test(pattern)),
      []
    )
  })

  it("says what narrows a value beside its type, and escapes no slash: generators would escape it again", () => {
    const { email } = reference.components.schemas["JoinWaitlist"]!.properties!
    assert.deepInclude(email, { type: "string", maxLength: 254, format: "email" })
    const { content_url } = reference.components.schemas["PathSubStepInput"]!.properties!
    assert.deepInclude(content_url!.anyOf![0], { type: "string", pattern: "^(?!/[/\\\\])(?:https?://|/)[^\\s]+$" })
    assert.notMatch(JSON.stringify(reference), /"allOf":|"pattern":"[^"]*\\\\\//)
  })

  it("says of every operation what its caller needs beside a credential", () => {
    const needed = (id: string) =>
      Object.fromEntries(Object.entries(named.get(id)!).filter(([name]) => name.startsWith("x-required-")))
    assert.deepStrictEqual(needed("widgetRuntime.createPurchase"), {
      "x-required-scope": "marketplace:purchase",
      "x-required-capability": "marketplace"
    })
    assert.deepStrictEqual(needed("embedTokens.create"), {
      "x-required-role": "admin",
      "x-required-permission": "embed_tokens:mint",
      "x-required-capability": "widgets"
    })
    assert.deepStrictEqual(needed("auth.login"), {})
    const extensions = new Set(
      all.flatMap((operation) => Object.keys(operation).filter((name) => name.startsWith("x-")))
    )
    assert.sameMembers(
      [...extensions].filter((name) => !name.startsWith("x-required-")),
      ["x-pagination"]
    )
  })

  it("says of every list how its next page is asked for", () => {
    const paged = all.filter(({ parameters = [] }) => parameters.some(({ name }) => /^(page|cursor)$/.test(name)))
    assert.isAbove(paged.length, 50)
    const how = new Map(paged.map((operation) => [operation.operationId, Object.entries(operation)]))
    const silent = [...how].filter(([, entries]) => !entries.some(([name]) => name === "x-pagination"))
    assert.deepStrictEqual(
      silent.map(([id]) => id),
      []
    )
    assert.deepInclude(Object.fromEntries(how.get("teams.getFeed")!), {
      "x-pagination": { items: "events", cursor: "next_cursor" }
    })
  })

  it("lists every status of success that its words promise", () => {
    const promised = all.flatMap(({ description, operationId, responses }) =>
      (description?.match(/\b20\d\b/g) ?? []).map((status) => ({ operationId, status, isListed: status in responses }))
    )
    assert.isAbove(promised.length, 10)
    assert.deepStrictEqual(
      promised.filter(({ isListed }) => !isListed),
      []
    )
  })

  it("says which bodies may be left out", () => {
    assert.isFalse(named.get("events.reverse")!.requestBody!.required)
    assert.isTrue(named.get("events.create")!.requestBody!.required)
  })
})
