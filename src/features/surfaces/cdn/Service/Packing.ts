/**
 * Files as they are sent: packed quickly, so that a node that has just started has them, and pressed afterwards, which
 * takes ten times as long and a tenth off what travels.
 */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { packAside, type Packed, pressAside } from "../../../../platform/requests/Packing.ts"
import type { Bundle, BundledFile } from "./Bundle.ts"

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
  /** has `files` in fewer bytes, one after the other; once, whoever asks */
  readonly press: () => Promise<void>
}

const unbrotlied = promisify(brotliDecompress)

const isMap = (name: string) => name.endsWith(".map")

/** Maps are for whoever debugs a page: they are not worth the time. */
const quickly = (name: string) => (isMap(name) ? { effort: 4, level: 1 } : {})

const named = (name: string, packed: Packed): PackedFile => ({
  ...packed,
  name,
  integrity: `sha384-${createHash("sha384").update(packed.plain).digest("base64")}`
})

/** So few at once leave room for whatever else starts, and are not held up by it file after file. */
const at_once = 12

/** One file after the other, at leisure: nobody waits for it. */
const pressing = (files: Map<string, PackedFile>) => async () => {
  for (const [name, file] of files) if (!isMap(name)) files.set(name, { ...file, br: await pressAside(file.plain) })
}

/** A build that has been packed before. */
export const pressable = (packed: Omit<PackedBuild, "press"> & { readonly files: Map<string, PackedFile> }) => {
  let pressed: Promise<void> | undefined
  return { ...packed, press: () => (pressed ??= pressing(packed.files)()) } satisfies PackedBuild
}

export const packBundle = async ({ build, files }: Bundle, version: string): Promise<PackedBuild> => {
  const packed = new Map<string, PackedFile>()
  const pack = async ({ bytes, name }: BundledFile) => named(name, await packAside(bytes, quickly(name)))
  for (let start = 0; start < files.length; start += at_once) {
    const group = await Promise.all(files.slice(start, start + at_once).map(pack))
    for (const file of group) packed.set(file.name, file)
  }
  return pressable({ build, version, files: packed })
}

/** What another node has packed. */
export const unpack = async (name: string, br: Uint8Array): Promise<PackedFile> =>
  named(name, await packAside(await unbrotlied(br), { br }))
