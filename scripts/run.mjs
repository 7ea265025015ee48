/**
 * `node scripts/run.mjs <task> [arguments]`: what every npm script of this project calls.
 *
 * Plain JavaScript that any Node from 18 on can run with nothing installed: it installs the locked packages when they
 * are missing or out of date, then runs the task under the Node 24 that came with them. So `git clone` and `npm start`
 * is all it takes, whatever Node the machine has.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const node_major_min = 24
const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/** Tests of what tenants see, whatever runs behind it. Those left out start something of their own. */
const acceptance = [
  ...["journeys", "features", "contract", "demo", "edge"].map((folder) => `test/${folder}/`),
  ...["journeys/start", "features/hatch.*"].map((name) => `--exclude=test/${name}.test.ts`)
]

/** Each task is one or more commands: a file of this project or the program of a package. */
const tasks = {
  start: { steps: (rest) => [["src/main.ts", ...rest]], needsDevelopmentPackages: false },
  test: { steps: (rest) => [["vitest", "run", ...rest]] },
  // The acceptance tests once more, over one HTTP node and two runners; see test/kit/Topology.ts.
  "test:cluster": {
    steps: (rest) => [["vitest", "run", ...(rest.length > 0 ? rest : acceptance)]],
    env: { HATCHERY_TEST_TOPOLOGY: "cluster" }
  },
  "test:faults": { steps: (rest) => [["test/faults/main.ts", ...rest]] },
  bench: { steps: (rest) => [["test/bench/main.ts", ...rest]] },
  cluster: { steps: (rest) => [["src/cli/main.ts", "cluster", ...rest]], needsDevelopmentPackages: false },
  config: { steps: (rest) => [["src/cli/main.ts", "config", ...rest]], needsDevelopmentPackages: false },
  verify: { steps: (rest) => [["src/cli/main.ts", "verify", ...rest]], needsDevelopmentPackages: false },
  keys: { steps: (rest) => [["src/cli/main.ts", "keys", ...rest]], needsDevelopmentPackages: false },
  "dead-letters": { steps: (rest) => [["src/cli/main.ts", "dead-letters", ...rest]], needsDevelopmentPackages: false },
  deliveries: { steps: (rest) => [["src/cli/main.ts", "deliveries", ...rest]], needsDevelopmentPackages: false },
  simulate: { steps: (rest) => [["test/simulation/main.ts", ...rest]] },
  format: { steps: (rest) => [["oxfmt", ...rest]] },
  check: {
    steps: () => [["oxfmt", "--check"], ["oxlint"], ["tsc", "--noEmit"], ["vitest", "run", "test/tidy.test.ts"]]
  }
}

const readJson = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))

const fail = (message, code = 1) => {
  console.error(message)
  process.exit(code)
}

/** Whether npm may rightly have left an optional package out: it is made for another platform, or only suits a peer. */
const mayBeAbsent = ({ optional, peer, os, cpu, libc }) => {
  if (peer || !optional) return Boolean(peer)
  const here = [os ?? []].flat().includes(process.platform) && [cpu ?? []].flat().includes(process.arch)
  return !here || libc !== undefined
}

/**
 * npm writes what it installed to a hidden lockfile as its last act, so comparing the two tells a missing, a half-way
 * and an outdated install from a good one.
 */
const isInstalled = (needsDevelopmentPackages) => {
  if (!existsSync(join(root, "node_modules/.package-lock.json"))) return false
  const wanted = readJson("package-lock.json").packages
  const installed = readJson("node_modules/.package-lock.json").packages
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path]
    if (path === "") return true
    if (found) return found.version === entry.version && found.integrity === entry.integrity
    return mayBeAbsent(entry) || ((entry.dev || entry.devOptional) && !needsDevelopmentPackages)
  })
}

/** Calls `lost` when the npm that started this is gone: killed outright, it can no longer pass a signal on. */
const watchParent = (lost) => {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && lost(), 500)
}

/** Signals go to the child and the child decides how to end: it may be draining requests and stopping its database. */
const run = (command, args, options) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd: root, ...options })
    const forward = (signal) => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal)
    const watch = watchParent(() => child.kill("SIGTERM"))
    for (const signal of signals) process.on(signal, forward)
    const finish = (code) => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, forward)
      done(code)
    }
    child.once("error", (error) => {
      console.error(error.message)
      finish(1)
    })
    child.once("exit", (code, signal) => finish(code ?? 128 + (constants.signals[signal] ?? 0)))
  })

/**
 * No install script runs: the only packages that have one are the Postgres binaries, and the server puts their links
 * right by itself. Output goes to stderr, for the first lines on stdout belong to the task. npm's complaints about the
 * Node that runs it are left out: the task runs under another one.
 */
const install = async () => {
  console.error("Installing packages (npm ci), once ...")
  const flags = [
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error"
  ]
  const npm = process.env.npm_execpath
  const [command, ...prefix] = npm && /npm-cli\.c?js$/.test(npm) ? [process.execPath, npm] : ["npm"]
  const code = await run(command, [...prefix, "ci", ...flags], { stdio: ["ignore", 2, 2] })
  if (code !== 0) fail("npm ci failed", code)
}

const majorOf = (program) => {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" })
  return status === 0 ? Number(/^v(\d+)/.exec(stdout)?.[1]) : 0
}

/** The Node of the platform package, else the one that runs this, if it is new enough. */
const findNode = () => {
  const pinned = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(pinned) && majorOf(pinned) >= node_major_min) return pinned
  if (Number(process.versions.node.split(".")[0]) >= node_major_min) return process.execPath
  return fail(
    `Hatchery needs Node ${node_major_min} or newer. This is ${process.version}, and there is no packaged Node for ` +
      `${process.platform}-${process.arch}: install Node ${node_major_min} and run the command again.`
  )
}

/** File names stand for themselves; other names are the program of the package. */
const fileOf = (name) => {
  if (name.includes("/")) return join(root, name)
  const folder = join("node_modules", name === "tsc" ? "typescript" : name)
  const { bin } = readJson(join(folder, "package.json"))
  return join(root, folder, typeof bin === "string" ? bin : bin[name])
}

/** The program's own bin and Node come first, so that what it starts finds the same ones. */
const runStep = (node, [program, ...args], env = {}) => {
  const path = [join(root, "node_modules/.bin"), dirname(node), process.env.PATH].join(delimiter)
  return run(node, [fileOf(program), ...args], { stdio: "inherit", env: { ...process.env, ...env, PATH: path } })
}

const [name, ...rest] = process.argv.slice(2)
const task = Object.hasOwn(tasks, name ?? "")
  ? tasks[name]
  : fail(`Usage: node scripts/run.mjs ${Object.keys(tasks).join("|")}`)
if (!isInstalled(task.needsDevelopmentPackages ?? true)) await install()
const node = findNode()
let result = 0
for (const step of task.steps(rest)) {
  const code = await runStep(node, step, task.env)
  if (code > 128) process.exit(code)
  result ||= code
}
process.exit(result)
