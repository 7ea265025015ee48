/**
 * Whose request it is, as far as an address can tell: the one place that reads X-Forwarded-For. Every hop appends the
 * address it was called from, so only what stands right of the last trusted one was written by somebody we know; the
 * rest is whatever the client likes to claim. Addresses count as /32 and /64: a household has a whole /64 to itself.
 */
import ipaddr from "ipaddr.js"
import type { ProxyTrust } from "../Config.ts"

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** More than any real chain; a trusted proxy that forwards rubbish must not cost a walk through all of it. */
const hops_max = 32

const unknown = "unknown"

/** `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`, `fe80::1%eth0`; IPv4 in IPv6 is IPv4. */
const parse = (text: string): Address | undefined => {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, "$1")
    .replace(/%.*$/, "")
  const host = bare.replace(/^([\d.]+):\d{1,5}$/, "$1")
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host)
  return host.includes(":") && ipaddr.IPv6.isValid(host) ? ipaddr.process(host) : undefined
}

const network = (address: Address): string => {
  if (address instanceof ipaddr.IPv4) return address.toString()
  const bytes = address.toByteArray().fill(0, 8)
  return `${new ipaddr.IPv6(bytes).toString()}/64`
}

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (text: string): string => {
  // Most peers by far: nothing to take apart.
  if (!text.includes(":")) return text
  const parsed = parse(text)
  return parsed === undefined ? unknown : network(parsed)
}

const isTrustedBy = (trust: ProxyTrust): ((address: Address, hop: number) => boolean) => {
  if (typeof trust === "number") return (_, hop) => hop < trust
  const networks = trust.map((cidr) => ipaddr.parseCIDR(cidr))
  return (address) =>
    networks.some(([base, bits]) => {
      if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits)
      return base instanceof ipaddr.IPv6 && address.match(base, bits)
    })
}

/** `peer` is the socket's other end, `forwarded` the X-Forwarded-For header; answers the client's network. */
export type ClientAddressOf = (peer: string | undefined, forwarded: string | undefined) => string

export const clientAddressWith = (trust: ProxyTrust): ClientAddressOf => {
  if (trust === 0) return (peer) => (peer === undefined ? unknown : networkOf(peer))
  const isTrusted = isTrustedBy(trust)
  return (peer, forwarded) => {
    let known = peer === undefined ? undefined : parse(peer)
    if (known === undefined) return unknown
    const claims = forwarded === undefined ? [] : forwarded.split(",")
    for (let hop = 0; hop < hops_max && hop < claims.length && isTrusted(known, hop); hop++) {
      const before = parse(claims[claims.length - 1 - hop]!)
      // Nobody can be told by this: the last one who can is the proxy that passed it on.
      if (before === undefined) break
      known = before
    }
    return network(known)
  }
}
