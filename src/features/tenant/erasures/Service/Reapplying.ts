/**
 * After a restore: whoever was erased since is in the database again. Each name there is hashed as the record was, and
 * those that are on record are erased once more, up to the moment they were erased at. It only asks for them; running
 * nodes do the work. Done twice it does nothing the second time.
 */
import { Effect } from "effect"
import { OperationStore } from "../../../players/operations/Store.ts"
import { erasureKeyPlace, userMark } from "../../../../platform/erasures/Marks.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import { ErasureOpening } from "../Store/Opening.ts"
import { type ErasureRecord, ErasureRecords, type Known } from "../Store/Records.ts"

export interface Reapplied {
  readonly records: number
  /** names that were hashed */
  readonly users: number
  /** erasures that were asked for again */
  readonly erased: number
  /** tenants whose key no key of this service opens: nothing can be said of their users */
  readonly unreadable: ReadonlyArray<string>
}

interface One {
  readonly record: ErasureRecord
  readonly known: Known
}

/** By hash of the user: the newest erasure there is to do again, if any. */
const wantedOf = (records: ReadonlyArray<ErasureRecord>, known: ReadonlyMap<string, Known>) =>
  new Map<string, One>(
    records
      .map((record) => ({ record, known: known.get(record.erasure_id) ?? "unknown" }))
      .filter((one) => one.known !== "running")
      .toSorted((one, other) => (one.record.requested_at < other.record.requested_at ? -1 : 1))
      .map((one) => [one.record.user_hash, one])
  )

const eraseAgain = Effect.fnUntraced(function* (user_id: string, { known, record }: One) {
  const opening = yield* ErasureOpening
  const operations = yield* OperationStore
  const { customer_id, requested_at } = record
  const until = new Date(requested_at)
  // What is younger than an erasure that was carried out is that of somebody who came back.
  if (known === "completed" && !(yield* (yield* ErasureRecords).isOlder(customer_id, user_id, until))) return 0
  const requested_by = { type: "job", id: "erasures reapply" } as const
  const opened = yield* opening.open({ customer_id, user_id, requested_by, until }, (erasure_id) =>
    operations.create(customer_id, { type: "erase", resource_type: "erasure", resource_id: erasure_id })
  )
  return opened._tag === "Some" ? 1 : 0
})

/**
 * The keys the records were made with. One that was sealed anew between two of them is the same; there are more where
 * the database was brought back from before the first erasure of a workspace, which then made itself another.
 */
const openedKeys = Effect.fnUntraced(function* (customer_id: string, records: ReadonlyArray<ErasureRecord>) {
  const vault = yield* Vault
  const keys = new Set<string>()
  for (const sealed_key of new Set(records.map((record) => record.sealed_key))) {
    const opened = yield* vault.tryOpen(Buffer.from(sealed_key, "hex"), erasureKeyPlace(customer_id))
    if (opened !== undefined) keys.add(opened)
  }
  return [...keys].map((key) => Buffer.from(key, "base64"))
})

/** The newest erasure of a user, whichever key its record was made with; of two of one moment the later record. */
const newestOf = (user_id: string, keys: ReadonlyArray<Uint8Array>, wanted: ReadonlyMap<string, One>) =>
  keys.reduce<One | undefined>((newest, key) => {
    const one = wanted.get(userMark(key, user_id).toString("hex"))
    const isNewer = newest === undefined || (one?.record.requested_at ?? "") >= newest.record.requested_at
    return isNewer ? one : newest
  }, undefined)

const reapplyTenant = Effect.fnUntraced(function* (customer_id: string, records: ReadonlyArray<ErasureRecord>) {
  const store = yield* ErasureRecords
  const ids = records.map(({ erasure_id }) => erasure_id)
  const wanted = wantedOf(records, yield* store.known(customer_id, ids))
  const keys = yield* openedKeys(customer_id, records)
  if (keys.length === 0) return { users: 0, erased: 0, unreadable: [customer_id] }
  const seen = new Set<string>()
  let erased = 0
  for (const table of ErasureRecords.tables) {
    for (let after = ""; ;) {
      const users = yield* store.users(customer_id, table, after)
      for (const user_id of users) {
        if (seen.has(user_id)) continue
        seen.add(user_id)
        const one = newestOf(user_id, keys, wanted)
        if (one !== undefined) erased += yield* eraseAgain(user_id, one)
      }
      const last = users.at(-1)
      if (last === undefined) break
      after = last
    }
  }
  return { users: seen.size, erased, unreadable: [] }
})

/** Needs ErasureRecords, ErasureOpening, OperationStore and Vault. */
export const reapply = Effect.fn("Erasures.reapply")(function* (records: ReadonlyArray<ErasureRecord>) {
  const byTenant = Map.groupBy(records, ({ customer_id }) => customer_id)
  const told = yield* Effect.forEach(byTenant, ([customer_id, own]) => reapplyTenant(customer_id, own))
  return told.reduce<Reapplied>(
    (all, one) => ({
      records: all.records,
      users: all.users + one.users,
      erased: all.erased + one.erased,
      unreadable: [...all.unreadable, ...one.unreadable]
    }),
    { records: records.length, users: 0, erased: 0, unreadable: [] }
  )
})
