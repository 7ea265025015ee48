/** The packed CLI in a project of somebody else: an empty folder, the tarball, and a home of its own for each test. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assembleCli } from "../../../sdk/build/cli.ts"

const execute = promisify(execFile)

type Environment = Readonly<Record<string, string>>

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Options {
  readonly env?: Environment
  /** what is typed, then the input ends */
  readonly input?: string
  /** another Node than the one that runs the tests */
  readonly node?: string
}

/** A command that goes on. */
export interface Going {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** every whole line of the output that is JSON */
  // What a command prints is read freely; a wrong guess fails where it stands.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly lines: () => ReadonlyArray<any>
  readonly type: (text: string) => void
  /** how it ended, once it has */
  readonly ended: Promise<Ran>
}

export interface Home {
  /** where the CLI keeps what it keeps */
  readonly folder: string
  readonly run: (args: ReadonlyArray<string>, options?: Options) => Promise<Ran>
  readonly start: (args: ReadonlyArray<string>, options?: Options) => Going
  /** in a terminal: `script` gives the command one, and passes on what is typed */
  readonly atTerminal: (args: ReadonlyArray<string>, options?: Options) => Going
}

export interface CommandLine {
  readonly project: string
  /** on a machine of somebody new */
  readonly home: () => Promise<Home>
  /** npx, in the project */
  readonly npx: (args: ReadonlyArray<string>) => Promise<string>
  readonly remove: () => Promise<void>
}

const going = (child: ChildProcess): Going => {
  const [out, err]: [Array<Buffer>, Array<Buffer>] = [[], []]
  child.stdout?.on("data", (chunk: Buffer) => out.push(chunk))
  child.stderr?.on("data", (chunk: Buffer) => err.push(chunk))
  const textOf = (chunks: ReadonlyArray<Buffer>) => Buffer.concat(chunks).toString()
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, out: textOf(out), err: textOf(err) }))
  })
  return {
    child,
    out: () => textOf(out),
    err: () => textOf(err),
    lines: () =>
      textOf(out)
        .split("\n")
        .slice(0, -1)
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as unknown),
    type: (text) => void child.stdin?.write(text),
    ended
  }
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

const homeAt = (bin: string, folder: string, children: Array<ChildProcess>): Home => {
  // Nothing of this machine's own: a key in its environment would log the tests in.
  const { HATCHERY_API_KEY: _key, HATCHERY_BASE_URL: _url, HATCHERY_PROFILE: _profile, ...machine } = process.env
  const started = (program: string, args: ReadonlyArray<string>, { env = {} }: Options) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...machine, HOME: folder, XDG_CONFIG_HOME: join(folder, "config"), ...env },
      stdio: ["pipe", "pipe", "pipe"]
    })
    children.push(child)
    return going(child)
  }
  const start: Home["start"] = (args, options = {}) => {
    const one = started(options.node ?? process.execPath, [bin, ...args], options)
    one.child.stdin?.end(options.input)
    return one
  }
  return {
    folder,
    start,
    run: (args, options) => start(args, options).ended,
    atTerminal: (args, options = {}) => {
      const words = [options.node ?? process.execPath, bin, ...args].map(quoted).join(" ")
      // A shell that stays would answer Ctrl-C in its own way: dash says 130 whatever the command said.
      return started("script", ["--quiet", "--return", "--command", `exec ${words}`, "/dev/null"], {
        ...options,
        env: { TERM: "xterm-256color", ...options.env }
      })
    }
  }
}

export const commandLine = async (): Promise<CommandLine> => {
  const folder = await mkdtemp(join(tmpdir(), "hatchery-cli-"))
  const tarball = await assembleCli(join(folder, "package"))
  const project = join(folder, "project")
  await mkdir(project)
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "theirs", private: true }))
  await execute("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-update-notifier", tarball], {
    cwd: project
  })
  const bin = await realpath(join(project, "node_modules/.bin/hatchery"))
  const children: Array<ChildProcess> = []
  return {
    project,
    home: async () => homeAt(bin, await mkdtemp(join(folder, "home-")), children),
    npx: async (args) => (await execute("npx", ["--offline", ...args], { cwd: project })).stdout,
    remove: async () => {
      for (const child of children) child.kill("SIGKILL")
      await rm(folder, { recursive: true, force: true })
    }
  }
}
