/** Child processes of the launcher. */
import { spawn, spawnSync } from "node:child_process"
import { constants } from "node:os"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/** Calls `lost` when the npm that started this is gone: killed outright, it can no longer pass a signal on. */
const watchParent = (lost) => {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && lost(), 500)
}

/**
 * Signals go to the child and the child decides how to end: it may be draining requests and stopping its database.
 * Answers the exit status. `heard` is given what a child with a pipe for its standard error writes there.
 */
export const run = (command, args, { heard, ...options }) =>
  new Promise((done) => {
    const child = spawn(command, args, options)
    if (heard) child.stderr.on("data", (chunk) => heard(String(chunk)))
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
    child.once("close", (code, signal) => finish(code ?? 128 + (constants.signals[signal] ?? 0)))
  })

/** 0 when the program does not run here. */
export const majorOf = (program) => {
  const { status, stdout } = spawnSync(program, ["--version"], { encoding: "utf8" })
  return status === 0 ? Number(/^v(\d+)/.exec(stdout)?.[1]) : 0
}
