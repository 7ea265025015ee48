/** Hostile bodies for every route of the API, class by class, each with what its answer may be. */
import * as fc from "fast-check"
import { gzipSync } from "node:zlib"
import { type Attempt, asked } from "./HostileTenants.ts"
import { type Operation, operations } from "../contract/ApiContract.ts"
import * as Corpus from "./HostileValues.ts"
import type { FullTenant } from "../contract/FullTenant.ts"
import { type Mutation, mutationsOf } from "./BodyMutations.ts"
import { limits } from "../../../src/wire/Limits.ts"
import { sampleFor } from "../contract/ValidBodies.ts"

/** Whatever a request may get that is well-formed but perhaps out of place. */
export const sensible = [200, 201, 202, 204, 400, 402, 404, 409, 422]
/** What signs people in also refuses them, and soon counts the failures. */
const signsIn = ({ key }: Operation) =>
  key.startsWith("POST /auth/") || key === "POST /public/hosted-surfaces/{slug}/session"
/** What anybody may write is counted by address. */
const isCounted = ({ key }: Operation) => key === "POST /marketing/cta"
/** It only says where to go on. */
export const leadsOn = ({ key }: Operation) => key === "GET /p/{code}"
export const lenient = (operation: Operation) => [
  ...sensible,
  ...(signsIn(operation) ? [401, 429] : []),
  ...(isCounted(operation) ? [429] : []),
  ...(leadsOn(operation) ? [302] : [])
]

/** A success would end the credential that all later requests are made with. */
export const endsItself = new Set(["POST /auth/api-keys/rotate"])

/** Nor may what is drawn at random succeed where it switches families off, once it is published. */
export const endsRoutes = new Set([...endsItself, "PATCH /customers/me/feature-toggles"])

export const withBody = operations.filter((operation) => operation.body !== undefined)
export const bodiless = operations.filter(({ contentTypes, method }) => contentTypes.length === 0 && method !== "GET")

/** A part of the list that is the same for the same seed. */
export const sampled = <A>(seed: number, count: number, all: ReadonlyArray<A>): ReadonlyArray<A> => {
  const length = Math.min(count, all.length)
  return fc.sample(fc.shuffledSubarray([...all], { minLength: length, maxLength: length }), { seed, numRuns: 1 })[0]!
}

const noHoldings: Readonly<Record<string, unknown>> = { buddy_id: "01990000-0000-7000-8000-00000000beef", user_id: "x" }

/** So many attempts in all, the same number at each route, and at each of them others. */
export const spread = <Route, A>(
  seed: number,
  budget: number,
  routes: ReadonlyArray<Route>,
  each: (route: Route) => ReadonlyArray<A>
): ReadonlyArray<A> => {
  const share = Math.ceil(budget / routes.length)
  return routes.flatMap((route, index) => sampled(seed + index, share, each(route)))
}

/** Of one route: what names nobody knows do, and a sample of the rest. */
const chosen = (seed: number, budget: number, mutations: ReadonlyArray<Mutation>): ReadonlyArray<Mutation> => {
  const isOfNames = ({ says }: Mutation) => says !== undefined
  const first = mutations.filter(isOfNames).slice(0, 1)
  const rest = mutations.filter((mutation) => !first.includes(mutation))
  return [...first, ...sampled(seed, budget - first.length, rest)]
}

/** An entry of a batch fails alone, and the answer says so of that entry. */
const isOfEntry = ({ key }: Operation, { label }: Mutation) =>
  key === "POST /events/batch" && /\bevents\.0\b|^events = a list in a list$/.test(label)

const refusalsOf = (operation: Operation, mutation: Mutation) => [
  ...(isOfEntry(operation, mutation) ? [200] : []),
  // Entries of several fields come to more than a body may hold.
  ...(mutation.label.endsWith("5,000 entries") ? [413] : []),
  422
]

/** Every field of every body, wrong in one way at a time. */
export const wrongFields = (seed: number, budget: number): ReadonlyArray<Attempt> => {
  const each = Math.max(2, Math.ceil(budget / withBody.length))
  return withBody.flatMap((operation) =>
    chosen(seed, each, mutationsOf(operation.body!, sampleFor(operation, noHoldings)))
      .filter((mutation) => mutation.refused || !endsRoutes.has(operation.key))
      .map((mutation) => ({
        sent: (attacker: FullTenant) => asked(attacker, operation, { body: mutation.body }),
        expected: {
          label: `${operation.key}: ${mutation.label}`,
          statuses: mutation.refused ? refusalsOf(operation, mutation) : lenient(operation),
          ...(mutation.says === undefined ? {} : { says: mutation.says })
        }
      }))
  )
}

const bytesMax = ({ route }: Operation) => {
  if (route.takesSmallBody) return limits.small_body_bytes_max
  return route.takesLargeBody ? limits.large_body_bytes_max : limits.body_bytes_max
}

const rawStatuses = (operation: Operation, { bytes, kind }: Corpus.RawBody): ReadonlyArray<number> => {
  if (Buffer.byteLength(bytes("{}")) > bytesMax(operation)) return [413]
  if (kind === "odd") return lenient(operation)
  return kind === "broken" ? [400] : [422]
}

/** Bodies that are no JSON, no object, or built to hurt whoever parses them. */
export const brokenBodies = (seed: number, budget: number): ReadonlyArray<Attempt> =>
  spread(seed, budget, withBody, (operation) =>
    Corpus.rawBodies
      .filter(({ kind }) => kind !== "odd" || !endsRoutes.has(operation.key))
      .map((raw) => ({
        sent: (attacker: FullTenant) =>
          asked(attacker, operation, { body: raw.bytes(JSON.stringify(sampleFor(operation, attacker.known))) }),
        expected: { label: `${operation.key}: ${raw.label}`, statuses: rawStatuses(operation, raw) }
      }))
  )

const sampleText = (operation: Operation, { known }: FullTenant) => JSON.stringify(sampleFor(operation, known))

export const wrongContent = (): ReadonlyArray<Attempt> => [
  ...withBody
    .filter(({ contentTypes }) => contentTypes.length === 1)
    .flatMap((operation): ReadonlyArray<Attempt> => [
      ...Corpus.wrongContentTypes.map((type) => ({
        sent: (attacker: FullTenant) =>
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
      sent: (attacker: FullTenant) => asked(attacker, operation, { body }),
      expected: { label: `${operation.key}: takes no body, given ${body.slice(0, 40)}`, statuses: [400, 422] }
    }))
  )
]

const filled = (bytes: number) => `{"a":"${"x".repeat(bytes)}"}`
const mib = 1_048_576

/** Bodies past the limit: 16 kB where anybody may call, 10 MiB where whole batches are taken, else 1 MiB. */
export const oversized = (): ReadonlyArray<Attempt> =>
  [...withBody, ...bodiless].map((operation) => ({
    sent: (attacker) => asked(attacker, operation, { body: filled(bytesMax(operation)) }),
    expected: { label: `${operation.key}: too large`, statuses: [413] }
  }))

/** Just below the larger limit, where it holds: read, and refused for what it says. */
export const large = (): ReadonlyArray<Attempt> =>
  withBody
    .filter(({ route }) => route.takesLargeBody)
    .map((operation) => ({
      sent: (attacker) => asked(attacker, operation, { body: filled(9 * mib) }),
      expected: { label: `${operation.key}: large`, statuses: [422] }
    }))

/** The sample of a route that takes a body. */
export const bodyOf = (operation: Operation, attacker: FullTenant) =>
  operation.body === undefined ? {} : { body: sampleText(operation, attacker) }

/** Reads that mean nothing by themselves: a sign-in says who, and whoever comes back says by which link. */
export const ofSignIns: Readonly<Record<string, number>> = {
  "GET /auth/sso/start": 422,
  "GET /auth/sso/callback": 400,
  "GET /auth/sso/callback/{customer_id}": 400,
  "GET /public/returning-champion/welcome-back": 422
}

/** What a draft holds depends on what was sent before: publishing it may find a name missing. */
const meant = (operation: Operation) =>
  operation.key.endsWith("/publish")
    ? sensible
    : lenient(operation).filter((status) => status !== 422 || operation.key in ofSignIns)

const asMeant = (operation: Operation, statuses: ReadonlyArray<number>): Attempt => ({
  sent: (attacker) => asked(attacker, operation, bodyOf(operation, attacker)),
  expected: { label: `${operation.key} as it is meant`, statuses }
})

/** Every route as it is meant: what is refused here would make all other classes look at the wrong thing. */
export const wellFormed = (): ReadonlyArray<Attempt> =>
  operations
    .filter(({ key, method }) => !endsItself.has(key) && method !== "DELETE")
    .map((operation) => asMeant(operation, meant(operation)))

const readOf = (operation: Operation): ReadonlyArray<number> => {
  const { key, path } = operation
  if (leadsOn(operation)) return [302, 404]
  // Where several audiences were let in, a board has to be told of which.
  if (path === "/leaderboard") return [200, 400, 404]
  return path.endsWith("/preview-next-draw") ? [200, 404, 409] : [ofSignIns[key] ?? 200, 404]
}

/** Every read, by every attacker: nothing that was let in may stand in the way of reading it. */
export const reads = (attackers: ReadonlyArray<FullTenant>): ReadonlyArray<Attempt> =>
  operations
    .filter(({ method }) => method === "GET")
    .flatMap((operation) => attackers.map(() => asMeant(operation, readOf(operation))))

/** What ends things, for when they are not needed any more. */
export const endings = (): ReadonlyArray<Attempt> =>
  operations
    .filter(({ key, method }) => endsItself.has(key) || method === "DELETE")
    // What ends a credential comes last.
    .sort((left, right) => Number(endsItself.has(left.key)) - Number(endsItself.has(right.key)))
    .map((operation) => asMeant(operation, [200, 201, 202, 204, 404, 409]))
