/** Files as they are sent: packed once, with the names their bytes are known by. */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliDecompress, constants } from "node:zlib"
import { packAside, type Packed } from "../../../../platform/requests/Packing.ts"
import type { Bundle } from "./Bundle.ts"

export interface PackedFile extends Packed {
  readonly name: string
  /** for the attribute of that name */
  readonly integrity: string
}

export interface PackedBuild {
  readonly build: string
  /** of the package */
  readonly version: string
  readonly files: ReadonlyMap<string, PackedFile>
}

const unbrotlied = promisify(brotliDecompress)

/** Maps are for whoever debugs a page: they are not worth seconds. */
const effortFor = (name: string) => (name.endsWith(".map") ? 4 : constants.BROTLI_MAX_QUALITY)

const named = (name: string, packed: Packed): PackedFile => ({
  ...packed,
  name,
  integrity: `sha384-${createHash("sha384").update(packed.plain).digest("base64")}`
})

/** One file after the other: whatever else starts wants the processor as well. */
export const packBundle = async ({ build, files }: Bundle, version: string): Promise<PackedBuild> => {
  const packed = new Map<string, PackedFile>()
  for (const { bytes, name } of files)
    packed.set(name, named(name, await packAside(bytes, { effort: effortFor(name) })))
  return { build, version, files: packed }
}

/** What another node has packed. */
export const unpack = async (name: string, br: Uint8Array): Promise<PackedFile> =>
  named(name, await packAside(await unbrotlied(br), { br }))
