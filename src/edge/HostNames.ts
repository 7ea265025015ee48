/**
 * Which host names a machine to try things on answers to. It has a mailbox and a demo that need no credential, kept
 * from others by listening on loopback only; a page of somebody else reaches loopback too, under a name of its own that
 * it lets point there (DNS rebinding), and is told apart by that name.
 */
import type { AppSettings } from "../Config.ts"

const loopback = ["localhost", "127.0.0.1", "[::1]"]

/** A Host header without its port, as names are compared. */
const nameOf = (host: string): string => host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase()

/** Says of a Host header whether it is for us. Elsewhere than on the embedded database every name is. */
export const ownNames = (config: Pick<AppSettings, "embedded" | "host" | "publicUrl">) => {
  const published = URL.parse(config.publicUrl)?.hostname
  const bound = config.host.includes(":") ? `[${config.host}]` : config.host
  const names = new Set([...loopback, bound, ...(published === undefined ? [] : [published])].map(nameOf))
  return (host: string | undefined): boolean => !config.embedded || host === undefined || names.has(nameOf(host))
}

export const foreignName =
  "This is not the name of this service. It answers to localhost and to the host of PUBLIC_URL."
