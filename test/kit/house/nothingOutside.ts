/**
 * A pure test has no database, no socket and no process to wait for. Whoever asks for one, however deep below what the
 * test imports, is refused with this project's name, so that the file finds its way into another folder of tests.
 */
import childProcess, { ChildProcess } from "node:child_process"
import dgram from "node:dgram"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"

const refuse = (what: string) => () => {
  throw new Error(`a test in test/pure ${what}: it belongs into another folder of tests`)
}

net.Socket.prototype.connect = refuse("opens a connection")
net.Server.prototype.listen = refuse("listens on a socket")
dgram.Socket.prototype.bind = refuse("binds a socket")
dgram.Socket.prototype.send = refuse("sends a packet")
Object.assign(ChildProcess.prototype, { spawn: refuse("starts a process") })
Object.assign(childProcess, {
  spawnSync: refuse("starts a process"),
  execSync: refuse("starts a process"),
  execFileSync: refuse("starts a process")
})
syncBuiltinESMExports()
