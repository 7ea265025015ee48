/** What the embedded Postgres is told on its command line. */
import { totalmem } from "node:os"

/** A setting of ours, carried by the server itself: the process id of the service that started it. */
export const owner_setting = "hatchery.owner"

const megabyte = 1_048_576
/** MB, for the pages that Postgres keeps: its default below, and above what a developer's machine can spare. */
const shared_buffers = { min: 128, max: 1_024 } as const

/** An eighth of what this process may use: the service and the system's own cache of files need theirs. */
const sharedBuffers = (): number => {
  const usable = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const share = Math.floor(usable / 8 / megabyte)
  return Math.max(shared_buffers.min, Math.min(shared_buffers.max, share))
}

/**
 * After each checkpoint every page is written to the log as a whole once. At some thousand events a second the defaults
 * (1 GB, 5 minutes) came to a checkpoint every 20 seconds, and two thirds of the log were such pages. The price is
 * how much of the log is played back after a crash: 2 GB took 24 s on two cores, and 4 GB are the most.
 */
const lasting = (): ReadonlyArray<string> => [
  `shared_buffers=${sharedBuffers()}MB`,
  "max_wal_size=4GB",
  "checkpoint_timeout=15min"
]

const passing = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
  // In its own folder, which goes with it: what a server has in the system's shared memory stays when it is killed.
  "dynamic_shared_memory_type=mmap"
] as const

/** `name=value` each, for the command line. Durable: what a service keeps; else what a test throws away. */
export const settings = (durable: boolean): ReadonlyArray<string> => [
  "listen_addresses=127.0.0.1",
  // the default, /tmp, is shared with every other Postgres of the host
  "unix_socket_directories=",
  // a node takes up to 40; the rest of a cluster on this machine has to find room beside it
  "max_connections=400",
  "timezone=UTC",
  "log_timezone=UTC",
  // who will stop this server: known to others from its first moment on, see EmbeddedPostgres
  `${owner_setting}=${process.pid}`,
  ...(durable ? lasting() : passing)
]
