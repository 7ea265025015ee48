/** Files as they are sent: packed once, with the names their bytes are known by. */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib"
import type { Bundle, BundledFile } from "./Bundle.ts"

export interface PackedFile extends BundledFile {
  readonly gzip: Uint8Array
  readonly brotli: Uint8Array
  readonly etag: string
  /** for the attribute of that name */
  readonly integrity: string
}

export interface PackedBuild {
  readonly build: string
  /** of the package */
  readonly version: string
  readonly files: ReadonlyMap<string, PackedFile>
}

const brotlied = promisify(brotliCompress)
const unbrotlied = promisify(brotliDecompress)
const gzipped = promisify(gzip)

/** Maps are for whoever debugs a page: they are not worth seconds. */
const effortFor = (name: string) => (name.endsWith(".map") ? 4 : constants.BROTLI_MAX_QUALITY)

const named = ({ bytes, name }: BundledFile) => ({
  name,
  bytes,
  // Weak, because one tag stands for the file however it is packed.
  etag: `W/"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`,
  integrity: `sha384-${createHash("sha384").update(bytes).digest("base64")}`
})

const gzipOf = (bytes: Uint8Array) => gzipped(bytes, { level: constants.Z_BEST_COMPRESSION })

const pack = async (file: BundledFile): Promise<PackedFile> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: effortFor(file.name) }
  const [brotli, gzip] = await Promise.all([brotlied(file.bytes, { params }), gzipOf(file.bytes)])
  return { ...named(file), brotli, gzip }
}

/** One file after the other: whatever else starts wants the processor as well. */
export const packBundle = async ({ build, files }: Bundle, version: string): Promise<PackedBuild> => {
  const packed = new Map<string, PackedFile>()
  for (const file of files) packed.set(file.name, await pack(file))
  return { build, version, files: packed }
}

/** What another node has packed. */
export const unpack = async (name: string, brotli: Uint8Array): Promise<PackedFile> => {
  const bytes = await unbrotlied(brotli)
  return { ...named({ name, bytes }), brotli, gzip: await gzipOf(bytes) }
}
