/** Decisions about a workspace that need nothing but their arguments. */
import { implicitAudience } from "../../../engine/core/Audiences.ts"
import { slugOf as slug } from "../../../wire/Slug.ts"

export { implicitAudience }

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

type Listed = ReadonlyArray<{ readonly key: string }>
const hasImplicit = (listed: Listed) => listed.length === 0 || listed.some(({ key }) => key === implicitAudience)

/** Whether the implicit audience was none and is one from now on. */
export const isImplicitAgain = (before: Listed, after: Listed): boolean => !hasImplicit(before) && hasImplicit(after)

/** A readable address part of a name in any script. */
export const slugOf = (name: string): string => slug(name, "workspace")
