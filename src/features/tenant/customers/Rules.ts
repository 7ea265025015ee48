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

/** A readable address part of a name in any script. */
export const slugOf = (name: string): string => slug(name, "workspace")
