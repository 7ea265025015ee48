/**
 * Addresses whose percent-encoding is no UTF-8: each such byte would be read as the same character, and two names of a
 * client as one. What is no escape at all (`50%`) is taken as it stands, as URLs have it.
 */
const utf8 = new TextDecoder("utf-8", { fatal: true })
const escapes = /(?:%[0-9a-fA-F]{2})+/g
const ascii = /^[\x20-\x7e]*$/

const isText = (run: string): boolean => {
  try {
    utf8.decode(Buffer.from(run.replaceAll("%", ""), "hex"))
    return true
  } catch {
    return false
  }
}

/** `url`: path and query as they came over the wire. */
export const isReadable = (url: string): boolean => {
  // Bytes that nobody escaped arrive as if each were a character.
  if (!ascii.test(url)) return false
  return !url.includes("%") || (url.match(escapes) ?? []).every(isText)
}

/**
 * The router ends a path at the first `;` or `#`, everything else here at the `?`: as escapes they are part of the name
 * they stand in. Else `/events/a;b` is the event `a` to whoever answers it.
 */
export const wholePath = (url: string): string => {
  const end = url.indexOf("?")
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes(";") && !path.includes("#")) return url
  return path.replaceAll(";", "%3B").replaceAll("#", "%23") + (end < 0 ? "" : url.slice(end))
}
