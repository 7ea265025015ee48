/** A customer of the service under test, with what nearly every test does as one. */
import { Effect } from "effect"
import type { Buddy } from "../wire/answers/Buddy.ts"
import { type Section, sectionNames, sections } from "../features/authoring/config-versions/Rules/Sections.ts"
import type { EventInput } from "../features/players/events/Api.ts"
import type { Ingested } from "../wire/answers/Effects.ts"
import type { Operation } from "../features/players/operations/Api.ts"
import { uuidAt } from "../platform/postgres/Ids.ts"
import { type Call, request } from "./Requests.ts"
import { seededBytes } from "./Seed.ts"
import * as steps from "./steps.ts"
import type { Travel } from "./Travel.ts"

export interface Hatched extends steps.Started {
  readonly buddy_id: string
  readonly operation: Operation
}

export interface TestTenant extends steps.Account {
  /** a request with the tenant's key */
  readonly call: Call
  /** makes `content` (a whole configuration) the one in force; a refusal is a defect that shows the answer */
  publish(content: object): Effect.Effect<steps.Published>
  /** hatches a buddy for the user and waits for its birth; time moves only if the hatch itself waits */
  hatch(user_id: string, metadata?: Readonly<Record<string, unknown>>): Effect.Effect<Hatched>
  /** starts a hatch and leaves the rest to the test */
  startHatch(user_id: string, metadata?: Readonly<Record<string, unknown>>): Effect.Effect<steps.Started>
  operation(operation_id: string): Effect.Effect<Operation>
  /** sends an event; what may be left out of it is filled with a new id and now */
  send(event: Partial<EventInput> & Pick<EventInput, "user_id" | "type">): Effect.Effect<Ingested>
  /** the user's oldest buddy as it is now; a defect when there is none */
  buddy(user_id: string): Effect.Effect<Buddy>
}

interface Entry {
  readonly [field: string]: unknown
}

/**
 * The content with an identifier for every entry that has none, made of the seed and its key: what a rule draws depends
 * on its identifier, and the service would make a new one in every run.
 */
export const identified = (content: object, seed: string): object => {
  const identify = (section: Section, entry: Entry): Entry => {
    const { id, key } = sections[section]
    return { [id]: uuidAt(seededBytes(`${seed}/${section}/${String(entry[key])}`), 0), ...entry }
  }
  const given = content as Readonly<Record<string, unknown>>
  const lists = sectionNames.flatMap((section) => {
    const entries = given[section]
    return Array.isArray(entries) ? [[section, entries.map((entry: Entry) => identify(section, entry))] as const] : []
  })
  return { ...content, ...Object.fromEntries(lists) }
}

const hatch_within = "5 minutes"

export interface TenantParts {
  readonly account: steps.Account
  readonly baseUrl: string
  readonly seed: string
  readonly travel: Pick<Travel, "untilDone">
}

export const makeTenant = ({ account, baseUrl, seed, travel }: TenantParts): TestTenant => {
  const call = request(baseUrl, account.key)
  const operation = (operation_id: string) => steps.operationOf(call, operation_id)
  let events = 0
  return {
    ...account,
    call,
    operation,
    publish: (content) => steps.publish(call, identified(content, seed)),
    startHatch: (user_id, metadata) => steps.startHatch(call, user_id, metadata),
    hatch: Effect.fnUntraced(function* (user_id, metadata) {
      const started = yield* steps.startHatch(call, user_id, metadata)
      const ended = Effect.map(operation(started.operation_id), steps.isEnded)
      yield* travel.untilDone(`the hatch of ${user_id}`, ended, hatch_within)
      const done = yield* operation(started.operation_id)
      const buddy_id = done.result?.["buddy_id"]
      if (typeof buddy_id === "string") return { ...started, buddy_id, operation: done }
      return yield* Effect.die(new Error(`the hatch of ${user_id} is ${done.status}: ${JSON.stringify(done.error)}`))
    }),
    send: (event) => Effect.suspend(() => steps.send(call, { event_id: `event-${++events}`, ...event })),
    buddy: (user_id) =>
      Effect.flatMap(steps.buddyOf(call, user_id), (buddy) =>
        buddy === undefined ? Effect.die(new Error(`${user_id} has no buddy`)) : Effect.succeed(buddy)
      )
  }
}
