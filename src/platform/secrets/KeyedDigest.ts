/** HMAC-SHA256 of many short texts under few keys: two plain hashes each, which is half of what a Hmac object costs. */
import { hash } from "node:crypto"

const block_bytes = 64
const digest_bytes = 32
/** Longer texts are as right, and not as quick. */
const text_bytes = 1_024

/** The two blocks the key is mixed with, each followed by room for what is hashed behind it. */
interface Pads {
  readonly inner: Buffer
  /** its beginnings, by how long what stands behind the block is */
  readonly begun: Array<Buffer | undefined>
  readonly outer: Buffer
}

const padsOf = (material: Uint8Array): Pads => {
  const key = material.length > block_bytes ? hash("sha256", material, "buffer") : material
  const inner = Buffer.alloc(block_bytes + text_bytes, 0x36)
  const outer = Buffer.alloc(block_bytes + digest_bytes, 0x5c)
  key.forEach((byte, place) => {
    inner[place] = byte ^ 0x36
    outer[place] = byte ^ 0x5c
  })
  return { inner, begun: [], outer }
}

const known = new WeakMap<Uint8Array, Pads>()

const knownPads = (material: Uint8Array): Pads => {
  const before = known.get(material)
  if (before !== undefined) return before
  const made = padsOf(material)
  known.set(material, made)
  return made
}

/** Asking Buffer to write a short text takes longer than to hash it. Answers how many bytes it is. */
const put = (text: string, into: Buffer): number => {
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code > 0x7f) return into.write(text, block_bytes, "utf8")
    into[block_bytes + place] = code
  }
  return text.length
}

/** What is to be hashed first; in the room behind the block where it fits. */
const behind = ({ begun, inner }: Pads, text: string): Buffer => {
  // No character of a string takes more than three bytes.
  if (text.length * 3 > text_bytes) return Buffer.concat([inner.subarray(0, block_bytes), Buffer.from(text, "utf8")])
  const length = put(text, inner)
  return (begun[length] ??= inner.subarray(0, block_bytes + length))
}

/** Hexadecimal. Nobody changes `material` for as long as it is used. */
export const keyedDigest = (material: Uint8Array, text: string): string => {
  const pads = knownPads(material)
  const { outer } = pads
  const first = hash("sha256", behind(pads, text), "binary")
  for (let place = 0; place < digest_bytes; place++) outer[block_bytes + place] = first.charCodeAt(place)
  return hash("sha256", outer, "hex")
}
