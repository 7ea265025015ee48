/**
 * Sealed bytes: AES-256-GCM, bound to their place by additional data, so that a sealed value copied to another row does
 * not open. The first four bytes of the nonce name the key, the other eight are random: a value says which key it
 * needs, and values from before keys had names are opened by trying those there are.
 */
import { Effect } from "effect"
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto"
import { randomBytes } from "../postgres/Ids.ts"
import { takenIn } from "./TakenIn.ts"

const name_bytes = 4
const nonce_bytes = 12
const tag_bytes = 16

export interface SealingKey {
  /** hex; stands at the front of every value sealed with it */
  readonly name: string
  readonly key: Uint8Array
}

const derived = (secret: Uint8Array, purpose: string, length: number) =>
  new Uint8Array(hkdfSync("sha256", secret, "hatchery", purpose, length))

/** `secret`: any length; what it is used for is derived from it. */
export const sealingKey = (secret: Uint8Array | string): SealingKey => {
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret
  return {
    name: Buffer.from(derived(bytes, "vault-name", name_bytes)).toString("hex"),
    key: derived(bytes, "vault", 32)
  }
}

export const seal = (key: SealingKey, plain: Uint8Array, place: string): Effect.Effect<Uint8Array> =>
  Effect.map(randomBytes(nonce_bytes - name_bytes), (random) => {
    const nonce = Buffer.concat([Buffer.from(key.name, "hex"), random])
    const cipher = createCipheriv("aes-256-gcm", takenIn(key.key), nonce).setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]))
  })

/** The name of the key a value was sealed with; of an old value, some other name. */
export const keyNameOf = (sealed: Uint8Array): string => Buffer.from(sealed.subarray(0, name_bytes)).toString("hex")

const opened = ({ key }: SealingKey, sealed: Uint8Array, place: string): Uint8Array | undefined => {
  const bytes = Buffer.from(sealed)
  try {
    const decipher = createDecipheriv("aes-256-gcm", takenIn(key), bytes.subarray(0, nonce_bytes)).setAAD(
      Buffer.from(place)
    )
    decipher.setAuthTag(bytes.subarray(nonce_bytes, nonce_bytes + tag_bytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonce_bytes + tag_bytes)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Undefined when none of the keys sealed this for this place: another key is needed, or somebody meddled. */
export const open = (keys: ReadonlyArray<SealingKey>, sealed: Uint8Array, place: string): Uint8Array | undefined => {
  const name = keyNameOf(sealed)
  for (const key of keys.toSorted((left, right) => Number(right.name === name) - Number(left.name === name))) {
    const plain = opened(key, sealed, place)
    if (plain !== undefined) return plain
  }
  return undefined
}
