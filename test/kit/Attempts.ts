/** Hostile requests to every route of the API, class by class, each with what its answer may be. */
import * as fc from "fast-check"
import { gzipSync } from "node:zlib"
import { type Attempt, asked } from "./Arena.ts"
import { methodsAt, type Operation, operations, type Parameter, prefix } from "./ApiContract.ts"
import * as Corpus from "./Corpus.ts"
import { type Holdings, pathWith } from "./Holdings.ts"
import { type Mutation, mutationsOf } from "./Mutations.ts"
import { sampleFor } from "./Samples.ts"

/** Whatever a request may get that is well-formed but perhaps out of place. */
const sensible = [200, 201, 202, 204, 400, 402, 404, 409, 422]
/** What signs people in also refuses them. */
const lenient = ({ key }: Operation) => (key.startsWith("POST /auth/") ? [...sensible, 401] : sensible)

/** A success would end the credential that all later requests are made with. */
const endsItself = new Set(["POST /auth/api-keys/rotate"])

export const withBody = operations.filter((operation) => operation.body !== undefined)
export const bodiless = operations.filter((operation) => operation.body === undefined && operation.method !== "GET")

/** A part of the list that is the same for the same seed. */
export const sampled = <A>(seed: number, count: number, all: ReadonlyArray<A>): ReadonlyArray<A> => {
  const length = Math.min(count, all.length)
  return fc.sample(fc.shuffledSubarray([...all], { minLength: length, maxLength: length }), { seed, numRuns: 1 })[0]!
}

const noHoldings: Readonly<Record<string, unknown>> = { buddy_id: "01990000-0000-7000-8000-00000000beef", user_id: "x" }

/** Of one route: all that the budget must not leave out, and a sample of the rest. */
const chosen = (seed: number, budget: number, mutations: ReadonlyArray<Mutation>): ReadonlyArray<Mutation> => {
  const first = mutations.filter((mutation) => mutation.says !== undefined && mutation.essential)
  const rest = mutations.filter((mutation) => !first.includes(mutation))
  return [...first, ...sampled(seed, Math.max(0, budget - first.length), rest)]
}

/** Every field of every body, wrong in one way at a time. */
export const wrongFields = (seed: number, budget: number): ReadonlyArray<Attempt> => {
  const each = Math.max(20, Math.floor(budget / withBody.length))
  return withBody.flatMap((operation) =>
    chosen(seed, each, mutationsOf(operation.body!, sampleFor(operation, noHoldings)))
      .filter((mutation) => mutation.refused || !endsItself.has(operation.key))
      .map((mutation) => ({
        sent: (attacker: Holdings) => asked(attacker, operation, { body: mutation.body }),
        expected: {
          label: `${operation.key}: ${mutation.label}`,
          statuses: mutation.refused ? [422] : lenient(operation),
          ...(mutation.says === undefined ? {} : { says: mutation.says })
        }
      }))
  )
}

const rawStatuses = (operation: Operation, kind: Corpus.RawBody["kind"]): ReadonlyArray<number> => {
  if (kind === "odd") return lenient(operation)
  return kind === "broken" ? [400] : [422]
}

/** Bodies that are no JSON, no object, or built to hurt whoever parses them. */
export const brokenBodies = (): ReadonlyArray<Attempt> =>
  withBody.flatMap((operation) =>
    Corpus.rawBodies
      .filter(({ kind }) => kind !== "odd" || !endsItself.has(operation.key))
      .map(({ bytes, kind, label }) => ({
        sent: (attacker: Holdings) =>
          asked(attacker, operation, { body: bytes(JSON.stringify(sampleFor(operation, attacker.known))) }),
        expected: { label: `${operation.key}: ${label}`, statuses: rawStatuses(operation, kind) }
      }))
  )

const sampleText = (operation: Operation, { known }: Holdings) => JSON.stringify(sampleFor(operation, known))

export const wrongContent = (): ReadonlyArray<Attempt> => [
  ...withBody.flatMap((operation): ReadonlyArray<Attempt> => [
    ...Corpus.wrongContentTypes.map((type) => ({
      sent: (attacker: Holdings) =>
        asked(attacker, operation, { body: sampleText(operation, attacker), headers: { "content-type": type } }),
      expected: { label: `${operation.key}: as ${type}`, statuses: [415] }
    })),
    {
      sent: (attacker) =>
        asked(attacker, operation, {
          body: gzipSync(sampleText(operation, attacker)),
          headers: { "content-encoding": "gzip" }
        }),
      expected: { label: `${operation.key}: gzip`, statuses: [415] }
    }
  ]),
  ...bodiless.flatMap((operation) =>
    ['{"customer_id":1}', "[1]", '{"a":', "[".repeat(1_000)].map((body) => ({
      sent: (attacker: Holdings) => asked(attacker, operation, { body }),
      expected: { label: `${operation.key}: takes no body, given ${body.slice(0, 40)}`, statuses: [400, 422] }
    }))
  )
]

export const oversized = (): ReadonlyArray<Attempt> =>
  withBody.map((operation) => ({
    sent: (attacker) => asked(attacker, operation, { body: `{"a":"${"x".repeat(10_485_760)}"}` }),
    expected: { label: `${operation.key}: more than 10 MiB`, statuses: [413] }
  }))

/** Routes where any well-formed name is good: they create what is not there. */
const creates = new Set(["PUT /gates/{gate_key}"])

export const hostilePaths = (): ReadonlyArray<Attempt> =>
  operations
    .filter(({ pathNames }) => pathNames.length > 0)
    .flatMap((operation) => [
      ...Corpus.hostileIds.map(({ label, segment }) => ({
        sent: (attacker: Holdings) => ({
          ...asked(attacker, operation, bodyOf(operation, attacker)),
          path: prefix + pathWith(operation.path, () => segment)
        }),
        expected: {
          label: `${operation.key}: id is ${label}`,
          statuses: creates.has(operation.key) ? [...sensible, 405] : [400, 404, 405, 422]
        }
      })),
      {
        sent: (attacker: Holdings) => ({
          ...asked(attacker, operation, bodyOf(operation, attacker)),
          path: prefix + pathWith(operation.path, (station) => (attacker.ids.get(station) ?? "x").toUpperCase())
        }),
        expected: { label: `${operation.key}: id in upper case`, statuses: sensible }
      }
    ])

const bodyOf = (operation: Operation, attacker: Holdings) =>
  operation.body === undefined ? {} : { body: sampleText(operation, attacker) }

type Tried = readonly [value: string, statuses: ReadonlyArray<number>]
const all = (values: ReadonlyArray<string>, ...statuses: ReadonlyArray<number>): ReadonlyArray<Tried> =>
  values.map((value) => [value, statuses])

const wrongValues = ({ name, schema }: Parameter, isCursorList: boolean): ReadonlyArray<Tried> => {
  if (name === "limit" && isCursorList) {
    return [...all(["0", "-1", "201", "1e9"], 200), ...all(["abc", "1.5", "", "1e400"], 422)]
  }
  if (name === "cursor") return [...all(["garbage", "e30", "%00", ".."], 400), ...all(["x".repeat(5_000)], 400, 422)]
  if (schema.pattern?.includes("\\d") === true) {
    const past = name === "limit" ? "101" : "2000000000"
    return all(["0", "-1", past, "abc", "1.5", "", "NaN", "1e400", "0x10"], 422)
  }
  if (schema.enum !== undefined) return all(["no-such-choice", "", "TRUE"], 422)
  if (/^(from|to|now)$/.test(name)) return all(["yesterday", "2026-02-30T00:00:00Z", "1763672400"], 422)
  return all(["%00", "%ed%a0%80", "%zz", "'", "x".repeat(5_000)], 200, 400, 404, 422)
}

const queried = (operation: Operation, query: string, statuses: ReadonlyArray<number>, says?: string): Attempt => ({
  sent: (attacker) => {
    const plain = asked(attacker, operation, bodyOf(operation, attacker))
    return { ...plain, path: `${plain.path}?${query}` }
  },
  expected: {
    label: `${operation.key}?${query.slice(0, 60)}`,
    statuses,
    ...(says === undefined ? {} : { says })
  }
})

export const hostileQueries = (): ReadonlyArray<Attempt> =>
  operations
    .filter(({ key }) => !endsItself.has(key))
    .flatMap((operation) => {
      const isCursorList = operation.query.some(({ name }) => name === "cursor")
      return [
        ...["nope", "customerId", "customer_id"].map((name) =>
          queried(operation, `${name}=1`, [422], `property ${name} should not exist`)
        ),
        ...operation.query.flatMap((parameter) => [
          ...wrongValues(parameter, isCursorList).map(([value, statuses]) =>
            queried(operation, `${parameter.name}=${value}`, statuses)
          ),
          queried(operation, `${parameter.name}=1&${parameter.name}=2`, [422])
        ])
      ]
    })

const authorizations = (operation: Operation): ReadonlyArray<Attempt> =>
  Corpus.malformedAuthorizations.map((authorization) => ({
    sent: (attacker) => asked(attacker, operation, { headers: { authorization } }),
    expected: { label: `${operation.key} with Authorization ${authorization.slice(0, 40)}`, statuses: [401] }
  }))

const badKeys: ReadonlyArray<string> = ["", "k".repeat(256), "two words", "clé", "a\tb"]

const idempotencyKeys = (operation: Operation): ReadonlyArray<Attempt> =>
  badKeys.map((key) => ({
    sent: (attacker) =>
      asked(attacker, operation, { ...bodyOf(operation, attacker), headers: { "idempotency-key": key } }),
    expected: { label: `${operation.key} with Idempotency-Key ${JSON.stringify(key.slice(0, 20))}`, statuses: [422] }
  }))

const oddHeaders: Readonly<Record<string, string>> = {
  accept: "application/xml",
  "accept-encoding": "br;q=1.0, *;q=0",
  "if-match": '"x"',
  "if-none-match": "*",
  range: "bytes=0-0",
  "x-forwarded-for": "1.2.3.4, <script>",
  "x-http-method-override": "DELETE",
  "x-request-id": `<script>${"x".repeat(500)}`,
  origin: "null",
  cookie: "session=1; session=2",
  host: "evil.example"
}

/** Routes that take no Idempotency-Key: without a tenant, or because a replay would be wrong. */
const takesNoKey = ({ key, route }: Operation) => !route.gated || key === "POST /auth/password/change"

export const hostileHeaders = (seed: number): ReadonlyArray<Attempt> => {
  const gated = operations.filter(({ route }) => route.gated)
  const writes = gated.filter((operation) => operation.method !== "GET" && !takesNoKey(operation))
  return [
    ...sampled(seed, 15, gated).flatMap(authorizations),
    ...writes.flatMap(idempotencyKeys),
    ...sampled(
      seed,
      15,
      gated.filter(({ method }) => method === "GET")
    ).flatMap((operation) =>
      Object.entries(oddHeaders).map(([name, value]) => ({
        sent: (attacker: Holdings) => asked(attacker, operation, { headers: { [name]: value } }),
        expected: { label: `${operation.key} with ${name}`, statuses: [200, 404] }
      }))
    )
  ]
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND"]

/** Every method no route of the path has. A HEAD is a GET without its body. */
export const otherMethods = (held: Holdings): ReadonlyArray<Attempt> => {
  const paths = [...new Set(operations.map((operation) => held.pathOf(operation)))]
  return paths.flatMap((path) => {
    const known = methodsAt(path)
    return methods
      .filter((method) => !known.includes(method) && !(method === "HEAD" && known.includes("GET")))
      .map((method) => ({
        sent: (attacker: Holdings) => ({
          method,
          path: prefix + path,
          headers: { authorization: `Bearer ${attacker.tenant.key}` }
        }),
        expected: { label: `${method} ${path}`, statuses: [405], allows: known, bodiless: method === "HEAD" }
      }))
  })
}

const bent: ReadonlyArray<readonly [string, (path: string) => string]> = [
  ["a trailing slash", (path) => `${path}/`],
  ["two slashes first", (path) => `/${path}`],
  ["a doubled slash", (path) => path.replace(/\/([^/]*)$/, "//$1")],
  ["upper case", (path) => path.toUpperCase()],
  ["a dot segment", (path) => `${path}/.`],
  ["a step up", (path) => `${path}/../../../healthz`],
  ["an encoded slash", (path) => path.replace(/\/([^/]*)$/, "%2f$1")],
  ["a semicolon", (path) => `${path};jsessionid=1`],
  ["a fragment", (path) => `${path}#x`],
  ["an absolute address", (path) => `http://evil.example${path}`],
  ["9 kB more", (path) => `${path}/${"a".repeat(9_000)}`],
  ["a broken escape", (path) => `${path}%`]
]

/** The path of a route written in a way that is not quite its own. */
export const bentPaths = (seed: number): ReadonlyArray<Attempt> =>
  sampled(
    seed,
    40,
    operations.filter(({ key }) => !endsItself.has(key))
  ).flatMap((operation) =>
    bent.map(([label, bend]) => ({
      sent: (attacker: Holdings) => {
        const plain = asked(attacker, operation, bodyOf(operation, attacker))
        return { ...plain, path: bend(plain.path) }
      },
      expected: { label: `${operation.key} with ${label}`, statuses: [...lenient(operation), 405] }
    }))
  )

/** Every route as it is meant: what is refused here would make all other classes look at the wrong thing. */
export const wellFormed = (): ReadonlyArray<Attempt> =>
  operations
    .filter(({ key }) => !endsItself.has(key))
    .map((operation) => ({
      sent: (attacker) => asked(attacker, operation, bodyOf(operation, attacker)),
      expected: { label: `${operation.key} as it is meant`, statuses: [200, 201, 202, 204, 400, 401, 402, 404, 409] }
    }))
