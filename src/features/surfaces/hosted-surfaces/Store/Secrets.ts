/** What is kept of codes, cards and addresses: enough to know them again. */
import { createHash, createHmac } from "node:crypto"

/** A code of one surface says nothing about those of another. */
export const macOf = (material: Uint8Array, hosted_surface_id: string, code: string): Uint8Array =>
  new Uint8Array(createHmac("sha256", material).update(`${hosted_surface_id}\n${code}`).digest())

export const hashOf = (secret: string): Uint8Array => new Uint8Array(createHash("sha256").update(secret).digest())

/** Known again, and not to be read. */
export const addressMark = (material: Uint8Array, address: string): Uint8Array =>
  new Uint8Array(createHmac("sha256", material).update(`address\n${address}`).digest())
