/**
 * What a widget calls other buddies by: their ids, sealed for the buddy that looks. The same for as long as the key
 * lives, so that a page knows whom it has drawn already; of no use to anybody else.
 */
import { Effect } from "effect"
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual
} from "node:crypto"
import { KeyRing } from "./KeyRing.ts"
import { takenIn } from "./TakenIn.ts"

export interface Viewer {
  readonly customer_id: string
  readonly buddy_id: string
}

const [id_bytes, mark_bytes, key_bytes] = [16, 8, 32]

const keysOf = (material: Uint8Array, { buddy_id, customer_id }: Viewer) => {
  const purpose = `buddy-ref:${customer_id}:${buddy_id}`
  const bytes = Buffer.from(hkdfSync("sha256", takenIn(material), "hatchery", purpose, key_bytes * 2))
  return { seal: createSecretKey(bytes.subarray(0, key_bytes)), mark: createSecretKey(bytes.subarray(key_bytes)) }
}

const markOf = (key: KeyObject, id: Uint8Array) => createHmac("sha256", key).update(id).digest().subarray(0, mark_bytes)

/** An id is one block, and no two buddies have the same: no chaining is wanted. */
const cipher = "aes-256-ecb"

export const sealRef = (material: Uint8Array, viewer: Viewer, buddy_id: string): string => {
  const { mark, seal } = keysOf(material, viewer)
  const id = Buffer.from(buddy_id.replaceAll("-", ""), "hex")
  const sealed = createCipheriv(cipher, seal, null).setAutoPadding(false).update(id)
  return Buffer.concat([sealed, markOf(mark, id)]).toString("base64url")
}

/** Undefined: it was not made with this key for this viewer. */
export const openRef = (material: Uint8Array, viewer: Viewer, ref: string): string | undefined => {
  if (!/^[A-Za-z0-9_-]{32}$/.test(ref)) return undefined
  const { mark, seal } = keysOf(material, viewer)
  const bytes = Buffer.from(ref, "base64url")
  const id = createDecipheriv(cipher, seal, null).setAutoPadding(false).update(bytes.subarray(0, id_bytes))
  if (!timingSafeEqual(markOf(mark, id), bytes.subarray(id_bytes))) return undefined
  const digits = id.toString("hex")
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    "-"
  )
}

/** To be yielded while a layer is built. */
export const buddyRefs = Effect.map(KeyRing, (ring) => ({
  of: (viewer: Viewer, buddy_id: string): string => sealRef(ring.signing("widget_token").material, viewer, buddy_id),
  open: (viewer: Viewer, ref: string): Effect.Effect<string | undefined> =>
    Effect.map(ring.all("widget_token"), (keys) => {
      for (const { material } of keys) {
        const found = openRef(material, viewer, ref)
        if (found !== undefined) return found
      }
      return undefined
    })
}))
