/**
 * Somebody who calls whatever there is, in any order, with what earlier answers named: bodies as they are meant or
 * changed in one field, ids that were made, archived or never were. What must hold then is what invariants say.
 */
import * as fc from "fast-check"
import { type Operation, operations, prefix } from "../contract/ApiContract.ts"
import { type FullTenant, pathWith, stations } from "../contract/FullTenant.ts"
import { type Known, sampleFor } from "../contract/ValidBodies.ts"
import type { Received, Sent } from "../http/RawHttp.ts"
import { mutationsOf } from "./BodyMutations.ts"
import { endsItself } from "./HostileBodies.ts"
import { asked } from "./HostileTenants.ts"

/** What ends or changes the credentials of the one who wanders, or leads out of the service. */
const isLeftOut = ({ key, path }: Operation) =>
  endsItself.has(key) || /^\/(auth|billing|onboarding|marketing|test|customers\/me\/(members|sso))(\/|$)/.test(path)

const usual = new Map([
  ["POST /events", 40],
  ["POST /events/batch", 10],
  ["POST /buddies/{id}/coins", 10]
])
const together =
  /lotter|quest|team|kudo|cause|flash|booster|drop|box|league|mentor|free-lunch|award|event-badge|ceremon/

const weightOf = (operation: Operation): number => {
  const { key, method } = operation
  if (isLeftOut(operation)) return 0
  if (usual.has(key)) return usual.get(key)!
  const base = together.test(key) ? 4 : 1
  return method === "GET" ? base / 4 : method === "DELETE" ? base / 2 : base
}

const weights = operations.map((operation) => ({
  weight: Math.round(weightOf(operation) * 8),
  arbitrary: fc.constant(operation)
}))
const anyOperation = fc.oneof(...weights.filter(({ weight }) => weight > 0))

/** Drawn before anything is known: its numbers, from 0 to 1, choose among what is known when its turn comes. */
export interface Step {
  readonly operation: Operation
  readonly picks: ReadonlyArray<number>
  readonly change: number
}

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: anyOperation,
  picks: fc.array(share, { minLength: 12, maxLength: 12 }),
  change: share
})

export const stepsOf = (seed: number, count: number): ReadonlyArray<Step> =>
  fc.sample(anyStep, { seed, numRuns: count })

const remembered_max = 40
const depth_max = 5
const changed_share = 0.4
/** What is newest is asked about more often than all the rest. */
const newest_share = 0.4

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const named = /(_id|_key|_ref|^slug|^code)$/
/** An event is sent once, and nobody is another workspace. */
const isKept = (name: string) => named.test(name) && name !== "event_id" && name !== "customer_id"

/** Paths up to a parameter: what a collection names goes there. */
const everyStation = new Set(operations.flatMap(({ path }) => stations(path)))
const oneOf = <A>(all: ReadonlyArray<A>, pick: number): A =>
  pick < newest_share ? all.at(-1)! : all[Math.floor(((pick - newest_share) / (1 - newest_share)) * all.length)]!

export class Wanderer {
  readonly held: FullTenant
  readonly #ids = new Map<string, Array<string>>()
  readonly #fields = new Map<string, Array<unknown>>()

  constructor(held: FullTenant, users: ReadonlyArray<{ readonly user_id: string; readonly buddy_id: string }>) {
    this.held = held
    for (const [station, id] of held.ids) this.#ids.set(station, [id])
    for (const [name, value] of Object.entries(held.known)) this.#fields.set(name, [value])
    for (const { buddy_id, user_id } of users) {
      this.#keep(this.#fields, "user_id", user_id)
      this.#keep(this.#fields, "buddy_id", buddy_id)
      this.#keep(this.#fields, "to_buddy_id", buddy_id)
      for (const station of this.#ids.keys()) {
        if (held.ids.get(station) === held.buddy_id) this.#keep(this.#ids, station, buddy_id)
        if (held.ids.get(station) === held.user_id) this.#keep(this.#ids, station, user_id)
      }
    }
  }

  #keep<A>(kept: Map<string, Array<A>>, name: string, value: A) {
    const all = kept.get(name) ?? []
    if (all.includes(value)) return
    all.push(value)
    if (all.length > remembered_max) all.splice(1, 1)
    kept.set(name, all)
  }

  requestOf({ change, operation, picks }: Step): Sent {
    let turn = 0
    const pick = () => picks[turn++ % picks.length]!
    const idAt = (station: string) => oneOf(this.#ids.get(station) ?? ["unknown"], pick())
    const path = pathWith(operation.path, (station) => encodeURIComponent(idAt(station)))
    const known: Known = Object.fromEntries([...this.#fields].map(([name, values]) => [name, oneOf(values, pick())]))
    const sample = sampleFor(operation, known)
    const changes =
      change < changed_share && operation.body !== undefined
        ? mutationsOf(operation.body, sample).filter(({ refused }) => !refused)
        : []
    const body = changes.length === 0 ? JSON.stringify(sample) : changes[Math.floor(pick() * changes.length)]!.body
    return { ...asked(this.held, operation, body === undefined ? {} : { body }), path: prefix + path }
  }

  /** Remembers what an answer names. */
  learn({ operation }: Step, { json, status }: Received) {
    if (status >= 300) return
    this.#names(json, 0)
    if (!isRecord(json)) return
    const below = [...everyStation].find((station) => station.startsWith(`${operation.path}/{`))
    if (below === undefined) return
    const items = Array.isArray(json["data"]) ? json["data"] : operation.method === "POST" ? [json] : []
    for (const item of items.filter(isRecord)) {
      const [, id] =
        Object.entries(item).find(([name, value]) => name.endsWith("_id") && typeof value === "string") ?? []
      if (typeof id === "string") this.#keep(this.#ids, below, id)
    }
  }

  #names(value: unknown, depth: number) {
    if (depth > depth_max) return
    if (Array.isArray(value)) return value.slice(0, 10).forEach((one) => this.#names(one, depth + 1))
    if (!isRecord(value)) return
    for (const [name, child] of Object.entries(value)) {
      if (typeof child === "string" && isKept(name)) this.#keep(this.#fields, name, child)
      else this.#names(child, depth + 1)
    }
  }
}
