/** Who somebody is, of what an ID token says, and where that says too little, of what the provider says when asked. */
import type { Identity } from "./Port.ts"

type Claims = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null)

/**
 * Whether the provider has seen that the address is this person's. Entra ID does not have the standard's claim; what it
 * calls `xms_edov` says that the owner of the address's domain has set it.
 */
const vouches = ({ email_verified, xms_edov }: Claims): boolean =>
  email_verified === true || [true, 1, "1", "true"].includes(xms_edov as never)

const saysOfEmail = (claims: Claims): boolean =>
  textOf(claims["email"]) !== null && (claims["email_verified"] !== undefined || claims["xms_edov"] !== undefined)

/** `is_complete`: asking for more would tell nothing that is needed. */
/** As OpenID Connect bounds it: whatever else comes in its place is no name to keep somebody under. */
export const isSubject = (subject: string): boolean => /^[\x21-\x7e]{1,255}$/.test(subject)

/** A name is what somebody calls themselves, without what no eye sees and no table takes. */
const nameIn = (claims: Claims): string | null =>
  textOf(
    textOf(claims["name"])
      ?.toWellFormed()
      .replace(/\p{C}+/gu, " ")
      .trim()
  )

export const identityOf = (
  token: Claims,
  more: Claims,
  wanted: string | null
): { readonly identity: Identity; readonly is_complete: boolean } => {
  // An address and what vouches for it come from one place.
  const about = saysOfEmail(token) || textOf(more["email"]) === null ? token : more
  const claims = { ...more, ...token }
  const identity = {
    issuer: String(token["iss"]),
    subject: String(token["sub"]),
    email: textOf(about["email"]),
    is_verified: vouches(about),
    name: nameIn(claims),
    claims
  }
  return { identity, is_complete: saysOfEmail(token) && (wanted === null || token[wanted] !== undefined) }
}
