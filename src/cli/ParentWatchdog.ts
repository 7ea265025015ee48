/**
 * Preloaded into the nodes of a local cluster: should the process that started them be killed outright, it can no
 * longer stop them, so they stop by themselves instead of keeping their ports and shards.
 */
const parent = process.ppid
const look_every_ms = 500

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM")
}, look_every_ms).unref()
