/** Keys that sign many times: taking one in costs several times what signing with it does. */
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
