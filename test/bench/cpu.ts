/**
 * CPU time of the kernel's own counters. A busy neighbour makes an event slow but hardly makes it cost more, so these
 * figures can be compared where events per second cannot.
 */
import { readdirSync, readFileSync } from "node:fs"

/** The kernel's clock tick of /proc/<pid>/stat. */
const ticks_per_second = 100

/** Undefined: the process or thread has ended meanwhile. */
const contents = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Seconds that all threads of a process have computed, those of the kernel's work for it included. */
export const cpuOf = (pid: number): number => {
  const folder = `/proc/${pid}/task`
  const spent_ns = namesIn(folder).map((task) => Number(contents(`${folder}/${task}/schedstat`)?.split(" ")[0] ?? 0))
  return spent_ns.reduce((sum, ns) => sum + ns, 0) / 1e9
}

/** The fields of /proc/<pid>/stat behind the name, which may hold anything. */
const statOf = (pid: number): ReadonlyArray<string> | undefined =>
  contents(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")

/** A Postgres whole: its first process, those it has started, and those of them that have ended. */
export const cpuOfPostgres = (postmaster: number): number => {
  const children = namesIn("/proc").filter((pid) => statOf(Number(pid))?.[1] === String(postmaster))
  const [user = 0, system = 0] = statOf(postmaster)?.slice(13, 15).map(Number) ?? []
  const running = [postmaster, ...children.map(Number)].map(cpuOf)
  return (user + system) / ticks_per_second + running.reduce((sum, seconds) => sum + seconds, 0)
}

export const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(contents(`/proc/${pid}/status`) ?? "")?.[1] ?? 0) / 1024)
