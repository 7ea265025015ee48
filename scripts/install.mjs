/** Installs the locked packages when they are missing, half there or out of date. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./processes.mjs"
import { ticker } from "./terminal.mjs"

/** npm's own lists: of names, or of names with `!` that are excluded. */
const allows = (list, name) => {
  const names = [list ?? []].flat()
  if (names.includes(`!${name}`)) return false
  return names.every((one) => one.startsWith("!")) || names.includes(name)
}

/** Made for certain machines, and for this one. */
const isMadeFor = ({ cpu, libc, os }, here) =>
  os !== undefined &&
  cpu !== undefined &&
  allows(os, here.platform) &&
  allows(cpu, here.arch) &&
  (libc === undefined || allows(libc, here.libc))

/** An optional package may be absent unless it is the native part for this machine; what suits a peer always may. */
const mayBeAbsent = (entry, here) => (entry.optional ? !isMadeFor(entry, here) : false) || Boolean(entry.peer)

/**
 * Names of the packages that ought to be there and are not. npm writes what it installed to a hidden lockfile as its
 * last act, so comparing the two tells an interrupted or outdated install from a good one; and what the list says must
 * also be on the disk.
 */
export const missingPackages = ({ exists, here, installed, needsDevelopment, wanted }) =>
  Object.entries(wanted).flatMap(([path, entry]) => {
    if (path === "") return []
    if ((entry.dev || entry.devOptional) && !needsDevelopment && installed[path] === undefined) return []
    const found = installed[path]
    if (found === undefined) return mayBeAbsent(entry, here) ? [] : [path]
    const isSame = found.version === entry.version && found.integrity === entry.integrity
    return isSame && exists(`${path}/package.json`) ? [] : [path]
  })

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))

const missingIn = (root, here, needsDevelopment) => {
  const hidden = join(root, "node_modules/.package-lock.json")
  const wanted = readJson(join(root, "package-lock.json")).packages
  const installed = existsSync(hidden) ? readJson(hidden).packages : {}
  return missingPackages({
    wanted,
    installed,
    here,
    needsDevelopment,
    exists: (path) => existsSync(join(root, path))
  })
}

/**
 * No install script runs: the only packages that have one are the Postgres binaries, and the server puts their links
 * right by itself. npm would try for minutes to reach a network that is not there.
 */
const flags = [
  "--include=dev",
  "--include=optional",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
  "--prefer-offline",
  "--fetch-retries=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=4000"
]

const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH)\b/

/** What npm said, and for the commonest trouble what that means. */
const explain = (said) => {
  const [, code] = unreachable.exec(said) ?? []
  if (code === undefined) return `${said.trim()}\nnpm ci failed.`
  const [address] = /https?:\/\/[^\s/]+/.exec(said) ?? ["the package registry"]
  return `npm could not reach ${address} (${code}): look at the network or the proxy, then run the command again.`
}

const npmCommand = () => {
  const npm = process.env.npm_execpath
  if (npm && /npm-cli\.c?js$/.test(npm)) return [process.execPath, [npm]]
  return process.platform === "win32" ? ["npm.cmd", [], { shell: true }] : ["npm", []]
}

export const isInstalled = (root, here, needsDevelopment) => missingIn(root, here, needsDevelopment).length === 0

/** Lines go to stderr: the first ones on stdout belong to the task. Answers the exit status. */
export const install = async (root, here, needsDevelopment) => {
  if (isInstalled(root, here, needsDevelopment)) return 0
  const [command, prefix, options] = npmCommand()
  const progress = ticker("Installing packages (npm ci), once")
  let said = ""
  const code = await run(command, [...prefix, "ci", ...flags], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
    ...options,
    heard: (text) => (said += text)
  })
  progress.end()
  if (code !== 0) {
    if (code <= 128) console.error(explain(said))
    return code
  }
  const missing = missingIn(root, here, needsDevelopment)
  if (missing.length === 0) return 0
  const names = missing.map((path) => path.replace(/^.*node_modules\//, ""))
  const listed = names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ")
  console.error(`npm left out ${listed}, which this machine needs. Run the command again to fetch it.`)
  return 1
}
