/**
 * What browsers load, made from `src/widgets` in memory: the loader, the scripts of our own pages, the core, and one
 * module for every widget and every language; and from `src/console` what `ConsoleBundle` says. Preact and whatever
 * else several widgets use is in the core once: imports that lead out of a widget's or a language's own folder become
 * imports of `./core.js`, and the core exports what is asked of it and no more.
 *
 * The same sources make the same bytes on every machine, so a build is known by a hash of them.
 */
import type { BuildOptions, OutputFile, Plugin } from "esbuild"
import { createHash } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { consoleOutputs } from "./ConsoleBundle.ts"

export interface BundledFile {
  /** as it stands in addresses: `core.js`, `core.js.map` */
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Bundle {
  /** the first 12 hex digits of SHA-256 over all files, before the loader is told them */
  readonly build: string
  /** by name */
  readonly files: ReadonlyArray<BundledFile>
}

export interface BundleOptions {
  /** of the package, for `Hatched.version` */
  readonly version: string
  /** where `loader`, `core`, `views`, `languages` and `pages` are; of other widgets than ours there is no console */
  readonly folder?: string
}

const widgets = fileURLToPath(new URL("../../../../widgets/", import.meta.url))

/** Stands in the loader until the hash is known, and is as long. */
const unknown_build = "@@build_id@@"

const shared_module = "hatchery:shared"

/** Loaded by whoever bundles, and that is not every node. */
const bundler = () => import("esbuild")

/** Texts of styles keep no comment and no space. */
const styles: Plugin = {
  name: "styles",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { transform } = await bundler()
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true, target: browsers })
      return { contents: code.trimEnd(), loader: "text" }
    })
  }
}

const browsers = ["chrome99", "firefox101", "safari16.4"]

const optionsFor = (folder: string, version: string) =>
  ({
    absWorkingDir: folder,
    outdir: folder,
    bundle: true,
    write: false,
    minify: true,
    sourcemap: "linked",
    legalComments: "none",
    charset: "utf8",
    target: browsers,
    platform: "browser",
    jsx: "automatic",
    jsxImportSource: "preact",
    // Whatever stands in files of settings above the folder is for editors and for the compiler.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    define: { HATCHERY_VERSION: JSON.stringify(version), HATCHERY_BUILD: JSON.stringify(unknown_build) },
    logLevel: "silent"
  }) satisfies BuildOptions

/** Elements of widgets are made by one function: what the automatic way writes is larger. */
const classic = {
  jsx: "transform",
  jsxFactory: "h",
  jsxFragment: "Fragment",
  inject: [join(widgets, "core/jsx.ts")]
} satisfies BuildOptions

const namesIn = (folder: string, ending: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .sort()
    : []

/** File of the sources by the name of its own file in the build. */
const entriesOf = (folder: string): Readonly<Record<string, string>> => {
  const views = ["views", "parts"].flatMap((kind) =>
    namesIn(join(folder, kind), "").flatMap((name) => {
      const file = join(folder, kind, name, "index.tsx")
      return existsSync(file) ? [[name, file] as const] : []
    })
  )
  const languages = namesIn(join(folder, "languages"), ".ts").map(
    (name) => [basename(name, ".ts"), join(folder, "languages", name)] as const
  )
  return Object.fromEntries([...views, ...languages])
}

/** Scripts of pages of ours: whole by themselves, as the loader is. */
const pagesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    namesIn(join(folder, "pages"), ".ts").map((name) => [basename(name, ".ts"), join(folder, "pages", name)])
  )

/**
 * Ends the process of the bundler, which is one for all of this process: only for whoever knows that nobody else here
 * bundles. Left alone it keeps nobody from exiting.
 */
export const endBundler = async (): Promise<void> => (await bundler()).stop()

/** Widgets and languages: what they share is left to the core, and noted in `shared`. */
const leavingShared = (folder: string, shared: Set<string>): Plugin => {
  const own = ["views", "parts", "languages"].map((kind) => join(folder, kind) + sep)
  return {
    name: "leaving-shared",
    setup: ({ onResolve }) => {
      onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
        if (kind === "entry-point") return undefined
        const target = path.startsWith(".") ? join(resolveDir, path) : path
        if (own.some((start) => target.startsWith(start))) return undefined
        shared.add(target)
        return { path: "./core.js", external: true }
      })
    }
  }
}

/** The core loads widgets and languages when they are wanted, each from its own file beside it. */
const loadingEntries = (entries: Readonly<Record<string, string>>, shared: ReadonlySet<string>): Plugin => {
  const nameOf = new Map(Object.entries(entries).map(([name, file]) => [file, name]))
  return {
    name: "loading-entries",
    setup: ({ onLoad, onResolve }) => {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const name = nameOf.get(join(resolveDir, path))
        return name === undefined ? undefined : { path: `./${name}.js`, external: true }
      })
      onResolve({ filter: new RegExp(`^${shared_module}$`) }, () => ({ path: shared_module, namespace: "shared" }))
      onLoad({ filter: /./, namespace: "shared" }, () => ({
        contents: [...shared]
          .sort()
          .map((target) => `export * from ${JSON.stringify(target)}\n`)
          .join(""),
        resolveDir: widgets
      }))
    }
  }
}

const importing = /(?:import|export)\s*(?:([\w$]+|\*\s*as\s+[\w$]+)[,\s]*)?(?:\{([^}]*)\})?\s*from\s*"\.\/core\.js"/g

/** What a bundled module imports from the core. */
const wantedBy = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(importing)).flatMap(([whole, other, names = ""]) => {
    if (other !== undefined) throw new Error(`only names can be imported from the core, and not ${whole}`)
    return names.split(",").flatMap((name) => /^\s*([\w$]+)/.exec(name)?.[1] ?? [])
  })

const core_source = "core/index.ts"

const reExport = (names: ReadonlyArray<string>, from: string) =>
  `export { ${names.join(", ")} } from ${JSON.stringify(from)}\n`

/** The core has to export all that any of the others imports. */
const coreEntry = (wanted: ReadonlyArray<string>) => {
  const names = [...new Set(wanted)].filter((name) => name !== "core").sort()
  const rest = names.length === 0 ? "" : reExport(names, shared_module)
  return reExport(["core"], `./${core_source}`) + rest
}

const isModule = ({ path }: OutputFile) => path.endsWith(".js")

const outputs = async (folder: string, version: string): Promise<ReadonlyArray<OutputFile>> => {
  const { build } = await bundler()
  const options = optionsFor(folder, version)
  const entries = entriesOf(folder)
  const shared = new Set<string>()
  // One after the other: of two that fail at once nobody could say which of them tells its place.
  const { outputFiles: script } = await build({
    ...options,
    plugins: [styles],
    entryPoints: { widget: join(folder, "loader/index.ts"), ...pagesOf(folder) },
    format: "iife"
  })
  const { outputFiles: parts } = await build({
    ...options,
    ...classic,
    plugins: [leavingShared(folder, shared), styles],
    entryPoints: entries,
    format: "esm"
  })
  const console = folder === widgets ? await consoleOutputs(build, options) : []
  const core = await build({
    ...options,
    ...classic,
    plugins: [loadingEntries(entries, shared), styles],
    stdin: {
      contents: coreEntry(parts.filter(isModule).flatMap(({ text }) => wantedBy(text))),
      resolveDir: folder,
      sourcefile: "core.ts"
    },
    entryNames: "core",
    format: "esm"
  })
  return [...script, ...parts, ...core.outputFiles, ...console]
}

const byName = (a: BundledFile, b: BundledFile) => (a.name < b.name ? -1 : 1)

const hashOf = (files: ReadonlyArray<BundledFile>): string => {
  const hash = createHash("sha256")
  for (const { bytes, name } of files) hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return hash.digest("hex").slice(0, unknown_build.length)
}

const named = (name: string, bytes: Uint8Array, id: string): BundledFile =>
  name === "widget.js"
    ? { name, bytes: Buffer.from(Buffer.from(bytes).toString().replaceAll(unknown_build, id)) }
    : { name, bytes }

/** Rejects with what the bundler complains of. */
export const bundleWidgets = async ({ folder = widgets, version }: BundleOptions): Promise<Bundle> => {
  const made = await outputs(folder, version)
  const files = made.map(({ contents, path }) => ({ name: basename(path), bytes: contents })).sort(byName)
  const id = hashOf(files)
  return { build: id, files: files.map(({ bytes, name }) => named(name, bytes, id)) }
}
