/** Decisions about a workspace that need nothing but their arguments. */

/** The audience of everybody while a workspace has not configured any. */
export const implicitAudience = "default"

/**
 * Who takes over the buddies of the implicit audience when the list changes from `before` to `after`: the first entry,
 * once, when audiences are configured at all for the first time. Somebody who lists `default` has named it, and it
 * keeps its own.
 */
export const successorOfImplicit = (
  before: ReadonlyArray<{ readonly key: string }>,
  after: ReadonlyArray<{ readonly key: string }>
): string | undefined =>
  before.length > 0 || after.some(({ key }) => key === implicitAudience) ? undefined : after[0]?.key

const slugLengthMax = 48

/** A readable address part of a name in any script; `workspace` when nothing of it can stand in one. */
export const slugOf = (name: string): string => {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, slugLengthMax)
    .replace(/^-+|-+$/g, "")
  return slug === "" ? "workspace" : slug
}
