/** What kind of place an IP address is: what calls on behalf of a tenant may be made to. */
import ipaddr from "ipaddr.js"

/** Link-local, and the places outside of it where clouds tell a machine its credentials. */
const never_called = [
  "169.254.0.0/16",
  "fe80::/10",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::/32"
].map((range) => ipaddr.parseCIDR(range))

/** Version 6 ranges that carry a version 4 address, and the byte it begins at; mapped ones are unwrapped before. */
const carriers = [
  ["::/96", 12],
  ["64:ff9b::/96", 12],
  ["64:ff9b:1::/48", 12],
  ["2002::/16", 2]
].map(([range, at]) => ({ range: ipaddr.parseCIDR(String(range)), at: Number(at) }))

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === range[0].kind() && address.match(range)

/** Is this an address that no policy lets a tenant call: link-local, metadata of a cloud, or no address at all? */
export const isNeverCalled = (address: string): boolean => {
  const bare = address.startsWith("[") ? address.slice(1, -1) : address
  if (!ipaddr.isValid(bare)) return true
  const parsed = ipaddr.process(bare)
  const carrier = carriers.find(({ range }) => isWithin(parsed, range))
  const bytes = parsed.toByteArray()
  const reached = [
    parsed,
    ...(carrier === undefined ? [] : [ipaddr.fromByteArray(bytes.slice(carrier.at, carrier.at + 4))])
  ]
  return reached.some((one) => never_called.some((range) => isWithin(one, range)))
}

/**
 * Is this a public unicast address? Version 6 only inside 2000::/3: outside of it the library calls some addresses
 * unicast that embed a version 4 one (`::127.0.0.1`).
 */
export const isPublicAddress = (address: string): boolean => {
  const bare = address.startsWith("[") ? address.slice(1, -1) : address
  if (!ipaddr.isValid(bare) || isNeverCalled(address)) return false
  const parsed = ipaddr.process(bare)
  if (parsed.range() !== "unicast") return false
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0]! & 0xe0) === 0x20
}

/** Whether a connection may be made to this address. */
export type Permit = (address: string) => boolean

/** Which addresses may be connected to where private ones are allowed. */
export const permitPrivate: Permit = (address) => !isNeverCalled(address)
