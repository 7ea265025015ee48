/** A ring of one made-up key per purpose, for what needs keys and no database. */
import { Effect, Layer } from "effect"
import { hash } from "node:crypto"
import { KeyRing } from "../../../src/platform/secrets/KeyRing.ts"
import type { Purpose, ServiceKey } from "../../../src/platform/secrets/ServiceKeys.ts"

export const fixedKey = (purpose: Purpose): ServiceKey => ({
  key_id: `fixed-${purpose}`,
  purpose,
  material: Buffer.from(hash("sha256", purpose), "hex"),
  created_at: 0,
  retired_at: Infinity
})

export const fixedRing = Layer.succeed(KeyRing, {
  signing: fixedKey,
  known: (purpose) => [fixedKey(purpose)],
  all: (purpose) => Effect.succeed([fixedKey(purpose)]),
  verifying: (purpose, key_id) => {
    const key = fixedKey(purpose)
    return Effect.succeed(key.key_id === key_id ? key : undefined)
  },
  firstMade: () => 0
})
