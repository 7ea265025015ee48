/**
 * Which process a loopback connection came from, by the kernel's own tables: how one proxy tells its callers apart.
 * Needs Linux, and no privileges as long as the processes are our own.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs"

const inodeOf = (port: number): string | undefined => {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    try {
      for (const line of readFileSync(table, "utf8").split("\n").slice(1)) {
        const fields = line.trim().split(/\s+/)
        if (fields[1]?.endsWith(wanted) === true) return fields[9]
      }
    } catch {
      // no such table on this system
    }
  }
  return undefined
}

const holds = (pid: number, inode: string): boolean => {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).some((name) => {
      try {
        return readlinkSync(`${folder}/${name}`) === `socket:[${inode}]`
      } catch {
        return false
      }
    })
  } catch {
    return false
  }
}

/** The name of the process that holds the local port; undefined when it is none of them. */
export const holderOf = (
  port: number,
  processes: ReadonlyArray<{ readonly name: string; readonly pid: number }>
): string | undefined => {
  const inode = inodeOf(port)
  return inode === undefined ? undefined : processes.find(({ pid }) => holds(pid, inode))?.name
}
