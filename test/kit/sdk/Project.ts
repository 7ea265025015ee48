/** A project of somebody else: an empty folder, the packed tarball, and nothing of ours. */
import { transform } from "esbuild"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { assemble } from "../../../sdk/build/package.ts"
import { read, root } from "../house/SourceTree.ts"

const execute = promisify(execFile)

export interface Project {
  readonly folder: string
  /** what the strictest compiler has to say of these modules */
  readonly compiled: (sources: Readonly<Record<string, string>>) => Promise<string>
  /** what it prints, under this program; with these in its environment */
  readonly ran: (program: string, source: string, env?: Readonly<Record<string, string>>) => Promise<string>
  readonly remove: () => Promise<void>
}

const tsconfig = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
    module: "nodenext",
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    noEmit: true,
    types: []
  },
  include: ["*.ts"]
}

const outputOf = async (program: string, args: ReadonlyArray<string>, options: object = {}): Promise<string> => {
  try {
    const { stderr, stdout } = await execute(program, args, { ...options, encoding: "utf8" })
    return `${stdout}${stderr}`
  } catch (error) {
    const { stderr, stdout } = error as { readonly stderr: string; readonly stdout: string }
    return `${stdout}${stderr}`
  }
}

export const emptyProject = async (): Promise<Project> => {
  const folder = await mkdtemp(join(tmpdir(), "hatchery-sdk-"))
  const tarball = await assemble(join(folder, "package"))
  const project = join(folder, "project")
  await mkdir(project)
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "theirs", private: true, type: "module" }))
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(tsconfig))
  await writeFile(join(project, "globals.d.ts"), "declare const process: { env: Record<string, string | undefined> }\n")
  await execute("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-update-notifier", tarball], {
    cwd: project
  })
  const typescript = join(root, "node_modules/typescript/bin/tsc")
  return {
    folder: project,
    compiled: async (sources) => {
      const files = Object.entries(sources).map(([name, source]) => [join(project, `${name}.ts`), source] as const)
      for (const [path, source] of files) await writeFile(path, source)
      const said = await outputOf(process.execPath, [typescript, "-p", project])
      for (const [path] of files) await rm(path)
      return said
    },
    ran: async (program, source, env = {}) => {
      const { code } = await transform(source, { loader: "ts", format: "esm", target: "es2022" })
      await writeFile(join(project, "program.mjs"), code)
      return outputOf(program, ["program.mjs"], { cwd: project, env: { ...process.env, ...env } })
    },
    remove: () => rm(folder, { recursive: true, force: true })
  }
}

/** The examples of a page, in their order. */
export const examplesOf = (page: string): ReadonlyArray<string> =>
  Array.from(read(page).matchAll(/^```ts\n([\s\S]*?)^```/gm), ([, source = ""]) => source)

/** Every Node this machine has: the one that runs this and those in the path, each version once. */
export const nodes = async (): Promise<ReadonlyMap<string, string>> => {
  const programs = [
    process.execPath,
    ...(process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"))
  ]
  const found = new Map<string, string>()
  for (const program of programs.filter((path) => existsSync(path))) {
    const version = (await outputOf(program, ["--version"])).trim()
    if (/^v(2\d|[3-9]\d)\./.test(version) && !found.has(version)) found.set(version, program)
  }
  return found
}
