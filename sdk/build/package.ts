/** The package as it is published: bundles, declarations, a tarball. */
import { build } from "esbuild"
import { execFile } from "node:child_process"
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"

const execute = promisify(execFile)
const sdk = fileURLToPath(new URL("..", import.meta.url))
const root = fileURLToPath(new URL("../..", import.meta.url))

/** Each with what it may weigh, in bytes, packed and with everything it pulls in. */
export const entries = { index: 60 * 1024, browser: 8 * 1024, webhooks: 2 * 1024 } as const

const options = {
  absWorkingDir: sdk,
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none"
} as const

export type Entry = keyof typeof entries

/** An entry with everything it pulls in, as those who bundle it make it. */
export const minified = async (entry: Entry): Promise<Uint8Array> => {
  const { outputFiles } = await build({ ...options, entryPoints: [`src/${entry}.ts`], minify: true, write: false })
  return outputFiles[0]!.contents
}

const judgeWeights = async () => {
  for (const [entry, most] of Object.entries(entries)) {
    const bytes = gzipSync(await minified(entry as Entry)).length
    if (bytes > most) throw new Error(`the entry ${entry} weighs ${bytes} bytes, and may weigh ${most}`)
  }
}

const typescript = join(root, "node_modules/typescript/bin/tsc")

/** Declarations speak of the files beside them, and those are JavaScript now. */
const nameJavaScript = async (folder: string) => {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue
    const path = join(folder, name)
    const text = await readFile(path, "utf8")
    await writeFile(path, text.replace(/(from |import\()"(\.{1,2}\/[^"]+)\.ts"/g, '$1"$2.js"'))
  }
}

/** Writes `dist` below a folder. */
export const writeDist = async (folder: string) => {
  await judgeWeights()
  const dist = join(folder, "dist")
  await rm(dist, { recursive: true, force: true })
  // What several entries hold stands in one file: an error is the same class wherever it was imported from.
  await build({
    ...options,
    entryPoints: Object.keys(entries).map((name) => `src/${name}.ts`),
    splitting: true,
    outdir: dist
  })
  await execute(process.execPath, [
    typescript,
    "-p",
    sdk,
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--outDir",
    dist
  ])
  await nameJavaScript(dist)
}

/** Packs what is in a folder; answers the tarball's path. */
export const pack = async (folder: string): Promise<string> => {
  const { stdout } = await execute("npm", ["pack", "--json", "--ignore-scripts", "--offline", "--no-update-notifier"], {
    cwd: folder
  })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  return join(folder, filename)
}

/** The whole package in a folder of its own. */
export const assemble = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  for (const name of ["package.json", "README.md", "CHANGELOG.md", "LICENSE"])
    await cp(join(sdk, name), join(folder, name))
  await writeDist(folder)
  return pack(folder)
}
