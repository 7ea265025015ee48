/** Requests of one tenant that name what belongs to another, and the same requests with names nobody has. */
import { randomUUID } from "node:crypto"
import { asked } from "./HostileTenants.ts"
import { type Operation, prefix } from "../contract/ApiContract.ts"
import type { FullTenant } from "../contract/FullTenant.ts"
import type { Received, Sent } from "../http/RawHttp.ts"
import { sampleFor } from "../contract/ValidBodies.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of the same shape, so that nothing but its owner tells it from the real one. */
export const twinOf = (id: string): string =>
  uuid.test(id) ? randomUUID() : id.replace(/[a-z0-9]/g, (sign) => (sign === "x" ? "y" : "x"))

/** Both requests of a pair and what must be taken out of their answers before they are compared. */
export interface Pair {
  readonly label: string
  readonly foreign: Sent
  readonly unknown: Sent
  readonly ids: readonly [foreign: string, unknown: string]
}

const bodyFor = (operation: Operation, held: FullTenant): Partial<Sent> =>
  operation.body === undefined ? {} : { body: JSON.stringify(sampleFor(operation, held.known)) }

/** An operation with identifiers in its path: the owner's, and twins of them. */
export const inPath = (operation: Operation, owner: FullTenant, stranger: FullTenant): Pair => {
  const ids: Array<readonly [string, string]> = []
  const over = bodyFor(operation, stranger)
  const foreignPath = owner.pathOf(operation)
  const unknownPath = owner.pathOf(operation, (id) => {
    const twin = twinOf(id)
    ids.push([id, twin])
    return twin
  })
  return {
    label: operation.key,
    foreign: asked(stranger, operation, { ...over, path: prefix + foreignPath }),
    unknown: asked(stranger, operation, { ...over, path: prefix + unknownPath }),
    ids: ids[0] ?? ["", ""]
  }
}

/** Fields that hold names of the client's own choice, or of somebody else's, or names of things every tenant has. */
const ownNames = new Set(["event_id", "user_id", "user_ids", "reference_id", "preset_key", "client_id"])

/** Which of the owner's things a field of that name could mean. */
const stationOf: Readonly<Record<string, string>> = {
  buddy_id: "/buddies/{id}",
  buddy_ids: "/buddies/{id}",
  config_version_id: "/config-versions/{id}",
  from_version_id: "/config-versions/{id}",
  version: "/config-versions/{id}"
}

const foreignIn = (name: string, owner: FullTenant): string =>
  owner.ids.get(stationOf[name] ?? "/buddies/{id}") ?? owner.buddy_id

/** An operation whose body names something in its first level. */
export const inBody = (operation: Operation, owner: FullTenant, stranger: FullTenant): ReadonlyArray<Pair> => {
  const sample = sampleFor(operation, stranger.known)
  if (typeof sample !== "object" || sample === null) return []
  return Object.entries(sample)
    .filter(([name]) => /_ids?$/.test(name) && !ownNames.has(name))
    .map(([name, value]) => {
      const foreign = foreignIn(name, owner)
      const unknown = twinOf(foreign)
      const request = (id: string) =>
        asked(stranger, operation, {
          body: JSON.stringify({ ...sampleFor(operation, stranger.known)!, [name]: Array.isArray(value) ? [id] : id })
        })
      const label = `${operation.key} with ${name}`
      return { label, foreign: request(foreign), unknown: request(unknown), ids: [foreign, unknown] as const }
    })
}

export const inQuery = (operation: Operation, owner: FullTenant, stranger: FullTenant): ReadonlyArray<Pair> =>
  operation.query
    .filter(({ name }) => stationOf[name] !== undefined)
    .map(({ name }) => {
      const foreign = foreignIn(name, owner)
      const unknown = twinOf(foreign)
      const request = (id: string) => {
        const plain = asked(stranger, operation, bodyFor(operation, stranger))
        // A rehearsal is the only thing that may name a version, and it leaves nothing behind for the second request.
        const rehearsal = operation.query.some((parameter) => parameter.name === "dry_run") ? "dry_run=true&" : ""
        return { ...plain, path: `${plain.path}?${rehearsal}${name}=${id}` }
      }
      const label = `${operation.key} with ?${name}`
      return { label, foreign: request(foreign), unknown: request(unknown), ids: [foreign, unknown] as const }
    })

/** What is left of an answer when everything that differs by nature is taken out. */
export const essence = ({ headers, status, text }: Received, id: string): string => {
  const names = [id, String(headers["x-request-id"])].filter((name) => name !== "")
  const rest = names.reduce((done, name) => done.replaceAll(name, "~"), text)
  return `${status} ${rest.replace(/"event_id":"[^"]*"/g, '"event_id":"~"')}`
}
