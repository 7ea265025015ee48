/** Addresses of people, as they are taken everywhere. */
import { Schema } from "effect"

/** What HTML's own e-mail field takes: ASCII, no quoting, so that an address is one recipient wherever it goes. */
const hostLabel = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
const emailPattern = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${hostLabel}(?:\\.${hostLabel})*$`)
export const Email = Schema.String.check(
  Schema.isMaxLength(254),
  Schema.isPattern(emailPattern, { expected: "an e-mail address" })
).annotate({
  format: "email"
})
