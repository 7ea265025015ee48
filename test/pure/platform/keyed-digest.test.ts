/** The short way to a HMAC, against the long one. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHmac } from "node:crypto"
import { keyedDigest } from "../../../src/platform/secrets/KeyedDigest.ts"

describe("a keyed digest", () => {
  it("is the HMAC-SHA256 of any text under any key, however often it is asked for", () => {
    const key = fc.uint8Array({ maxLength: 130 })
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.string({ minLength: 300, maxLength: 1_500 })
    )
    fc.assert(
      fc.property(key, fc.array(text, { minLength: 1, maxLength: 4 }), (material, texts) => {
        for (const one of [...texts, ...texts])
          assert.strictEqual(keyedDigest(material, one), createHmac("sha256", material).update(one).digest("hex"))
      })
    )
  })

  it("is the one of the standard's own example", () => {
    assert.strictEqual(
      keyedDigest(Buffer.from("Jefe"), "what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
  })
})
