/** Readable parts of addresses and keys. */
import { isKey, isUuid } from "./Ids.ts"

const slugLengthMax = 48

/**
 * Of a name in any script: lower-case letters, digits and hyphens; `otherwise` when nothing of it is one of them, and
 * before what would read as an id or may be nobody's key.
 */
export const slugOf = (name: string, otherwise: string): string => {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, slugLengthMax)
    .replace(/^-+|-+$/g, "")
  if (slug === "") return otherwise
  return isUuid(slug) || !isKey(slug) ? `${otherwise}-${slug}` : slug
}
