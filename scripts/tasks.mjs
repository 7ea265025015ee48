/**
 * Runs a command of this project: installs the locked packages when they are missing or out of date, then runs it under
 * the Node 24 that came with them, or the machine's own where there is none to bring. So `git clone` and `npm start` is
 * all it takes.
 */
import { existsSync, readFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { commands, helpOf, overview } from "./commands.mjs"
import { install, isInstalled } from "./install.mjs"
import { nodePackage, service_node_major } from "./machine.mjs"
import { majorOf, run } from "./processes.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node of the platform package, else the one that runs this. */
const findNode = (here) => {
  const packaged = nodePackage(here)
  const program = packaged && join(root, "node_modules", packaged.name, packaged.program)
  if (program && existsSync(program) && majorOf(program) >= service_node_major) return program
  return majorOf(process.execPath) >= service_node_major ? process.execPath : undefined
}

/** Programs whose packages are called otherwise. */
const packageOf = { redocly: "@redocly/cli", tsc: "typescript" }

/** File names stand for themselves; other names are the program of the package. */
const fileOf = (name) => {
  if (name.includes("/")) return join(root, name)
  const folder = join(root, "node_modules", packageOf[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return join(folder, typeof bin === "string" ? bin : bin[name])
}

/** The program's own bin and Node come first, so that what it starts finds the same ones. */
const runStep = (node, [program, ...args], env = {}) => {
  const path = [join(root, "node_modules/.bin"), dirname(node), process.env.PATH].join(delimiter)
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, ...env, PATH: path } }
  return run(node, [fileOf(program), ...args], options)
}

const isHelp = (argument) => argument === "--help" || argument === "-h"

/** Commands of commands tell of themselves, once there is something to run. */
const tellsItself = (here, { commands: hasCommands, needsDevelopment }, [first]) =>
  hasCommands && !first.startsWith("-") && isInstalled(root, here, needsDevelopment ?? true)

/** What is answered without running anything, and the exit status with it. */
const answer = (here, name, rest) => {
  const command = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined
  if (command === undefined) return [overview(), name === undefined || isHelp(name) ? 0 : 2]
  if (rest.some(isHelp)) return tellsItself(here, command, rest) ? undefined : [helpOf(name), 0]
  if (command.usage === undefined && rest.length > 0) {
    return [`${name} takes no arguments, and was given ${rest.join(" ")}.\n\n${helpOf(name)}`, 2]
  }
  return undefined
}

const perform = async (here, command, rest) => {
  const installed = await install(root, here, command.needsDevelopment ?? true)
  if (installed !== 0) return installed
  const node = findNode(here)
  if (node === undefined) {
    console.error(`The packaged Node ${service_node_major} does not run on this machine: install one and try again.`)
    return 1
  }
  let result = 0
  for (const step of command.steps(rest)) {
    const code = await runStep(node, step, command.env)
    if (code > 128) return code
    result ||= code
  }
  return result
}

export const main = async (here, [name, ...rest]) => {
  const said = answer(here, name, rest)
  if (said !== undefined) {
    const [text, code] = said
    process[code === 0 ? "stdout" : "stderr"].write(`${text}\n`)
    process.exitCode = code
    return
  }
  process.exit(await perform(here, commands[name], rest))
}
