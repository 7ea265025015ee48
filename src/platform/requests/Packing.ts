/** What is the same for everybody is packed once, for all who take it packed. */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib"

export interface Packed {
  readonly plain: Uint8Array
  readonly br: Uint8Array
  readonly gzip: Uint8Array
  readonly etag: string
}

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

const usual_effort = 5
const best = { level: constants.Z_BEST_COMPRESSION }

const settings = (plain: Uint8Array, effort: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
})

const tagOf = (plain: Uint8Array) => `"${createHash("sha256").update(plain).digest("hex").slice(0, 32)}"`

/** On the spot, for texts of a few kB. */
export const pack = (text: string): Packed => {
  const plain = Buffer.from(text)
  const br = brotliCompressSync(plain, settings(plain, usual_effort))
  return { plain, br, gzip: gzipSync(plain, best), etag: tagOf(plain) }
}

interface AsideOptions {
  /** what another node has packed */
  readonly br?: Uint8Array
  readonly effort?: number
  /** of gzip */
  readonly level?: number
}

export type Packing = "br" | "gzip"

/** By other threads, in one way: for what few take in another. */
export const packedBy = (packing: Packing, plain: Uint8Array): Promise<Uint8Array> =>
  packing === "br" ? brotlied(plain, settings(plain, usual_effort)) : gzipped(plain)

/** By other threads, for what would keep everybody waiting. */
export const packAside = async (
  plain: Uint8Array,
  { br, effort = usual_effort, level = best.level }: AsideOptions = {}
): Promise<Packed> => {
  const [brotli, zipped] = await Promise.all([
    br ?? brotlied(plain, settings(plain, effort)),
    gzipped(plain, { level })
  ])
  return { plain, br: brotli, gzip: zipped, etag: tagOf(plain) }
}

/** As small as brotli has it, for ten times the work. */
export const pressAside = (plain: Uint8Array): Promise<Uint8Array> =>
  brotlied(plain, settings(plain, constants.BROTLI_MAX_QUALITY))
