/** Keys that are used many times: given as bytes, each use costs several times what it does with a key object. */
import { createSecretKey, type KeyObject } from "node:crypto"

const known = new WeakMap<Uint8Array, KeyObject>()

/** The same for as long as somebody holds these bytes, which nobody changes. */
export const takenIn = (material: Uint8Array): KeyObject => {
  const before = known.get(material)
  if (before !== undefined) return before
  const made = createSecretKey(material)
  known.set(material, made)
  return made
}
