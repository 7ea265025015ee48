/**
 * The console's files, made from `src/console`: its frame, one style sheet, and a module for every page, which is
 * loaded when somebody goes there. What several of them use is in parts of its own.
 */
import type { BuildOptions, OutputFile, build } from "esbuild"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../../../../console/", import.meta.url))

const pages = () =>
  readdirSync(join(folder, "pages"))
    .sort()
    .flatMap((name) => {
      const path = join(folder, "pages", name, "index.tsx")
      return existsSync(path) ? [{ in: path, out: `console-${name}` }] : []
    })

export const consoleOutputs = async (make: typeof build, options: BuildOptions): Promise<ReadonlyArray<OutputFile>> => {
  const { outputFiles = [] } = await make({
    ...options,
    absWorkingDir: folder,
    outdir: folder,
    write: false,
    format: "esm",
    splitting: true,
    chunkNames: "console-part-[hash]",
    entryPoints: [
      { in: join(folder, "index.tsx"), out: "console" },
      { in: join(folder, "style/index.css"), out: "console" },
      ...pages()
    ]
  })
  return outputFiles
}
