/**
 * Digests that are there at once. The workflow engine names every run and every step by one, and Web Crypto makes it on
 * a thread of its own: work that neither the database nor a clock knows of, so that virtual time would move past it.
 */
import { createHash } from "node:crypto"

/** The same object with some of its members replaced; the others find what they belong to. */
const replaced = <A extends object>(inner: A, members: Partial<A>): A =>
  new Proxy(inner, {
    get: (target, name) => {
      if (name in members) return Reflect.get(members, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === "function" ? value.bind(target) : value
    }
  })

const nodeName = (algorithm: AlgorithmIdentifier) =>
  (typeof algorithm === "string" ? algorithm : algorithm.name).replace("-", "").toLowerCase()

const bytesOf = (data: BufferSource) =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)

export const promptCrypto: Crypto = replaced(globalThis.crypto, {
  subtle: replaced(globalThis.crypto.subtle, {
    digest: async (algorithm, data) =>
      new Uint8Array(createHash(nodeName(algorithm)).update(bytesOf(data)).digest()).buffer
  })
})
