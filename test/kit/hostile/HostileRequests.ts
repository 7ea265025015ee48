/** Hostile paths, queries, headers and methods for every route of the API, each with what its answer may be. */
import { type Attempt, asked } from "./HostileTenants.ts"
import { methodsAt, type Operation, operations, type Parameter, prefix } from "../contract/ApiContract.ts"
import { bodyOf, endsItself, leadsOn, lenient, ofSignIns, sampled, sensible, spread } from "./HostileBodies.ts"
import * as Corpus from "./HostileValues.ts"
import { type FullTenant, pathWith } from "../contract/FullTenant.ts"

/** Routes where any name can be good: they create what is not there, or go by names that clients choose. */
export const anyName = new Set([
  "PUT /gates/{gate_key}",
  "GET /buddies/users/{user_id}/summary",
  "GET /customers/me/users/{user_id}/summary",
  "DELETE /customers/me/users/{user_id}/data",
  "POST /customers/me/users/{user_id}/export",
  "GET /auth/sso/callback/{customer_id}",
  "GET /events/{id}",
  "GET /events/{id}/trace",
  "POST /events/{id}/reverse"
])

/** Also where it ends what another attempt may have made under any name. */
const takesAnyName = ({ key, method, path }: Operation): boolean =>
  anyName.has(key) || (method === "DELETE" && anyName.has(`PUT ${path}`))

/** What stands in the draft, which other attempts rewrite. */
const mayBeGone = new Set(["GET /skill-decay-rules/{id}/history"])

/** The same id to whoever reads it as a uuid, another one to whoever does not. */
const inUpperCase = (operation: Operation): ReadonlyArray<Attempt> =>
  operation.method === "DELETE"
    ? []
    : [
        {
          sent: (attacker) => ({
            ...asked(attacker, operation, bodyOf(operation, attacker)),
            path: prefix + attacker.pathOf(operation, (id) => id.toUpperCase())
          }),
          expected: { label: `${operation.key}: id in upper case`, statuses: sensible }
        }
      ]

export const hostilePaths = (seed: number, budget: number): ReadonlyArray<Attempt> =>
  spread(
    seed,
    budget,
    operations.filter(({ pathNames }) => pathNames.length > 0),
    (operation) => [
      ...Corpus.hostileIds.map(({ label, segment }) => ({
        sent: (attacker: FullTenant) => ({
          ...asked(attacker, operation, bodyOf(operation, attacker)),
          path: prefix + pathWith(operation.path, () => segment)
        }),
        expected: {
          label: `${operation.key}: id is ${label}`,
          // Two ids of 10 kB are more than a request line holds.
          statuses: takesAnyName(operation)
            ? [...sensible, 405]
            : [400, 404, 405, 422, ...(operation.pathNames.length > 1 ? [431] : [])]
        }
      })),
      ...inUpperCase(operation)
    ]
  )

type Tried = readonly [value: string, statuses: ReadonlyArray<number>]
const all = (values: ReadonlyArray<string>, ...statuses: ReadonlyArray<number>): ReadonlyArray<Tried> =>
  values.map((value) => [value, statuses])

const wrongValues = ({ name, schema }: Parameter, isCursorList: boolean): ReadonlyArray<Tried> => {
  if (name === "limit" && isCursorList) {
    return [...all(["0", "-1", "201", "1000000000"], 200), ...all(["abc", "1.5", "5.0", "", "1e9", "1e400"], 422)]
  }
  if (name === "cursor") return [...all(["garbage", "e30", "%00", ".."], 400), ...all(["x".repeat(5_000)], 400, 422)]
  if (schema.type === "integer") {
    const past = name === "limit" ? "101" : "2000000000"
    const tooSmall = schema.minimum === 0 ? ["-1"] : ["0", "-1"]
    return all([...tooSmall, past, "abc", "1.5", "", "NaN", "1e400", "0x10"], 422)
  }
  if (schema.enum !== undefined || schema.type === "boolean") return all(["no-such-choice", "", "TRUE"], 422)
  if (/^(from|to|now)$/.test(name)) return all(["yesterday", "2026-02-30T00:00:00Z", "1763672400"], 422)
  return all(["%00", "%ed%a0%80", "%zz", "'", "x".repeat(5_000)], 200, 204, 400, 404, 422)
}

const queried = (
  operation: Operation,
  query: string,
  statuses: ReadonlyArray<number>,
  says?: ReadonlyArray<string>
): Attempt => ({
  sent: (attacker) => {
    const plain = asked(attacker, operation, bodyOf(operation, attacker))
    return { ...plain, path: `${plain.path}?${query}` }
  },
  expected: {
    label: `${operation.key}?${query.slice(0, 60)}`,
    statuses: mayBeGone.has(operation.key) ? [...statuses, 404] : statuses,
    ...(says === undefined ? {} : { says })
  }
})

/** Providers send what they like. */
const fromProviders = new Set(["auth.arriveFromSso", "auth.returnFromSso"])

const unknownParameters = ["nope", "customerId", "customer_id"]
/** All at once: a refusal names each of them. */
const unknownQuery = unknownParameters.map((name) => `${name}=1`).join("&")
const unknownRefused = unknownParameters.map((name) => `property ${name} should not exist`)

export const hostileQueries = (): ReadonlyArray<Attempt> =>
  operations
    .filter(({ key }) => !endsItself.has(key))
    .flatMap((operation) => {
      const isCursorList = operation.query.some(({ name }) => name === "cursor")
      return [
        ...(fromProviders.has(operation.id) ? [] : [queried(operation, unknownQuery, [422], unknownRefused)]),
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
const takesNoKey = ({ key, route }: Operation) =>
  !route.gated || ["POST /auth/password/change", "POST /auth/logout"].includes(key)

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
        sent: (attacker: FullTenant) => asked(attacker, operation, { headers: { [name]: value } }),
        // The embedded service answers to its own names only.
        expected: {
          label: `${operation.key} with ${name}`,
          statuses: name === "host" ? [400] : name === "if-none-match" ? [200, 304, 404] : [200, 404]
        }
      }))
    )
  ]
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND"]

/** Every method no route of the path has. A HEAD is a GET without its body. */
export const otherMethods = (held: FullTenant): ReadonlyArray<Attempt> => {
  const paths = [...new Set(operations.map((operation) => held.pathOf(operation)))]
  return paths.flatMap((path) => {
    const known = methodsAt(path)
    return methods
      .filter((method) => !known.includes(method) && !(method === "HEAD" && known.includes("GET")))
      .map((method) => ({
        sent: (attacker: FullTenant) => ({
          method,
          path: prefix + path,
          headers: { authorization: `Bearer ${attacker.tenant.key}` }
        }),
        expected: { label: `${method} ${path}`, statuses: [405], allows: known, bodiless: method === "HEAD" }
      }))
  })
}

/** Whoever only wants the headers of a GET. */
export const heads = (): ReadonlyArray<Attempt> =>
  operations
    .filter(({ method }) => method === "GET")
    .map((operation) => ({
      sent: (attacker) => asked(attacker, operation, { method: "HEAD" }),
      expected: {
        label: `HEAD ${operation.path}`,
        statuses: [leadsOn(operation) ? 302 : (ofSignIns[operation.key] ?? 200), 404],
        bodiless: true
      }
    }))

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
    operations.filter(({ key, method }) => !endsItself.has(key) && method !== "DELETE")
  ).flatMap((operation) =>
    bent.map(([label, bend]) => ({
      sent: (attacker: FullTenant) => {
        const plain = asked(attacker, operation, bodyOf(operation, attacker))
        return { ...plain, path: bend(plain.path) }
      },
      expected: { label: `${operation.key} with ${label}`, statuses: [...lenient(operation), 405] }
    }))
  )
