/**
 * Where the chains of a buddy end, signed with a key that is not in the rows: a chain that was cut, or written anew
 * with fresh hashes, looks whole by itself and shows here. Pure; made with every booking, in some microseconds.
 *
 * What is older than signing has no signature, and a node of the release before goes on booking without: its rows
 * stand behind the signed ones, which stay vouched for. Both are excused up to a moment, after which every row has to
 * be covered.
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto"
import { takenIn } from "../../platform/secrets/TakenIn.ts"
import type { LedgerHead } from "./Ledger.ts"

/** The heads of a buddy by unit. */
export type Heads = ReadonlyMap<string, LedgerHead>

/** The column ledger_head of buddies. */
export interface SignedHead {
  readonly units: Readonly<Record<string, readonly [seq: number, hash: string]>>
  readonly key: string
  /** base64url */
  readonly mac: string
}

export interface HeadKey {
  readonly key_id: string
  readonly material: Uint8Array
}

interface Owner {
  readonly customer_id: string
  readonly buddy_id: string | null
}

type Units = ReadonlyArray<readonly [unit: string, seq: number, hash: string]>

const unitsOf = (heads: Heads): Units =>
  Array.from(heads, ([unit, { hash, seq }]) => [unit, seq, hash] as const).toSorted(([left], [right]) =>
    left < right ? -1 : 1
  )

/** base64url */
const macOf = (material: Uint8Array, { buddy_id, customer_id }: Owner, units: Units): string =>
  createHmac("sha256", takenIn(material))
    .update(`ledger head\n${customer_id}\n${buddy_id}\n${JSON.stringify(units)}`)
    .digest("base64url")

/** JSON of a `SignedHead`. */
export const signHead = ({ key_id, material }: HeadKey, owner: Owner, heads: Heads): string => {
  const units = unitsOf(heads)
  const text = units.map(([unit, seq, digest]) => `${JSON.stringify(unit)}:[${seq},"${digest}"]`).join(",")
  return `{"units":{${text}},"key":"${key_id}","mac":"${macOf(material, owner, units)}"}`
}

/** sha256, hex: one value to keep elsewhere for all that a buddy's chains say. */
export const headDigest = (heads: Heads): string => hash("sha256", JSON.stringify(unitsOf(heads)))

const isPair = (value: unknown): value is readonly [number, string] =>
  Array.isArray(value) && Number.isSafeInteger(value[0]) && typeof value[1] === "string"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What was signed; undefined when it has another form than it is written in. */
const readHead = (stored: unknown): (SignedHead & { readonly heads: Heads }) | undefined => {
  if (!isRecord(stored) || !isRecord(stored["units"])) return undefined
  const { key, mac, units } = stored
  if (typeof key !== "string" || typeof mac !== "string") return undefined
  const heads = new Map<string, LedgerHead>()
  for (const [unit, pair] of Object.entries(units)) {
    if (!isPair(pair)) return undefined
    heads.set(unit, { seq: pair[0], hash: pair[1] })
  }
  return { units: units as SignedHead["units"], key, mac, heads }
}

/** The key a stored head names; undefined when it names none. */
export const keyOfHead = (stored: unknown): string | undefined => readHead(stored)?.key

/** The heads a stored head vouches for; undefined when it is no genuine one. */
export const vouchedHeads = (stored: unknown, owner: Owner, keys: ReadonlyArray<HeadKey>): Heads | undefined => {
  const head = readHead(stored)
  const key = keys.find(({ key_id }) => key_id === head?.key)
  if (head === undefined || key === undefined) return undefined
  const [given, wanted] = [Buffer.from(head.mac), Buffer.from(macOf(key.material, owner, unitsOf(head.heads)))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? head.heads : undefined
}

/** The end of a chain as the ledger has it. */
export interface Tail extends LedgerHead {
  /** epoch ms */
  readonly created_at: number
}

/**
 * Whether the next booking may vouch for a chain it has not read: only when what was signed is still there, and
 * nothing stands behind it that should have been signed. `anchors`: the hashes the ledger has where the signed heads
 * are. `isExcused`: whether a row of that moment (epoch ms) needs no signature.
 */
export const isVouchedFor = (chain: {
  readonly signed: Heads | undefined
  readonly isSigned: boolean
  readonly tails: ReadonlyMap<string, Tail>
  readonly anchors: Readonly<Record<string, string>>
  readonly isExcused: (created_at: number) => boolean
}): boolean => {
  const { anchors, isExcused, isSigned, signed, tails } = chain
  if (isSigned && signed === undefined) return false
  for (const [unit, { hash: digest }] of signed ?? []) if (anchors[unit] !== digest) return false
  return Array.from(tails).every(
    ([unit, { created_at, seq }]) => seq === (signed?.get(unit)?.seq ?? 0) || isExcused(created_at)
  )
}
