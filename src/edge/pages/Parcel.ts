/** Bytes that many get: hashed once, and packed once in each way that somebody takes them. */
import { hash } from "node:crypto"
import { packedBy, type Packing } from "../../platform/requests/Packing.ts"
import { Shelf } from "../../platform/requests/Shelf.ts"
import { takes } from "../Packed.ts"

/** Less fits into one packet however it is packed. */
const packed_from_bytes = 400

export type Way = Packing | "plain"

/** What browsers say they take, of which there are few kinds; others may say what they like. */
const ways = new Shelf<Way>(100)

const wayOf = (accepted: string): Way => {
  const known = ways.get(accepted)
  if (known !== undefined) return known
  const way = takes(accepted, "br") ? "br" : takes(accepted, "gzip") ? "gzip" : "plain"
  if (accepted.length <= 200) ways.set(accepted, way)
  return way
}

export class Parcel {
  readonly contentType: string
  readonly plain: Uint8Array
  readonly #tag: string
  readonly #ready: Partial<Record<Way, Uint8Array>> = {}
  readonly #making: Partial<Record<Way, Promise<Uint8Array>>> = {}

  constructor(contentType: string, text: string, tag: string) {
    this.contentType = contentType
    this.plain = Buffer.from(text)
    this.#tag = tag
    this.#ready.plain = this.plain
  }

  /** How somebody gets it who sends this Accept-Encoding. */
  wayFor(accepted: string | undefined): Way {
    return accepted === undefined || this.plain.length < packed_from_bytes ? "plain" : wayOf(accepted)
  }

  /** Each packing is bytes of its own, so each has a tag of its own. */
  etag(way: Way): string {
    return way === "plain" ? `"${this.#tag}"` : `"${this.#tag}-${way}"`
  }

  /** undefined: nobody has taken it so yet */
  ready(way: Way): Uint8Array | undefined {
    return this.#ready[way]
  }

  /** Beside the event loop, and once for whoever comes meanwhile. */
  bytes(way: Packing): Promise<Uint8Array> {
    return (this.#making[way] ??= packedBy(way, this.plain).then((bytes) => (this.#ready[way] = bytes)))
  }
}

/** Those asked for lately, by their tag: what is looked up anew and is the same as before is not packed again. */
const parcels = new Shelf<Parcel>(500)

export const parcelOf = (contentType: string, text: string): Parcel => {
  const tag = hash("sha256", text).slice(0, 32)
  const key = `${tag} ${contentType}`
  const known = parcels.get(key)
  if (known !== undefined) return known
  const made = new Parcel(contentType, text, tag)
  parcels.set(key, made)
  return made
}
