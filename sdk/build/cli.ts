/** `@hatchery/cli`: one file with everything it needs, so that `npx` has nothing else to fetch. */
import { execFile } from "node:child_process"
import { chmod, cp, mkdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { pack } from "./package.ts"

const execute = promisify(execFile)
const root = fileURLToPath(new URL("../..", import.meta.url))

/** What it may weigh, in bytes, packed: it is fetched by whoever types `npx`. */
const bytes_max = 320 * 1024

/**
 * A program that ends by itself: the one the library keeps beside its process was seen never to answer where that
 * process ran a service as well.
 */
const esbuild = join(root, "node_modules/esbuild/bin/esbuild")
const bundled_ms = 120_000
const options = [
  "--bundle",
  "--minify",
  "--platform=node",
  "--format=esm",
  "--target=node20",
  "--charset=utf8",
  "--legal-comments=none",
  "--banner:js=#!/usr/bin/env node"
]

/** The whole package in a folder of its own; answers the tarball's path. */
export const assembleCli = async (folder: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const program = join(folder, "dist/hatchery.js")
  await execute(esbuild, ["sdk/cli/src/main.ts", `--outfile=${program}`, ...options], {
    cwd: root,
    timeout: bundled_ms
  })
  const bytes = gzipSync(await readFile(program)).length
  if (bytes > bytes_max) throw new Error(`the CLI weighs ${bytes} bytes, and may weigh ${bytes_max}`)
  await chmod(program, 0o755)
  for (const name of ["package.json", "README.md", "CHANGELOG.md"])
    await cp(join(root, "sdk/cli", name), join(folder, name))
  await cp(join(root, "sdk/LICENSE"), join(folder, "LICENSE"))
  return pack(folder)
}
