/** What may be set up, and who somebody is here after the provider has said who that is. Words and values only. */
import type { Role } from "../../../wire/Roles.ts"
import type { RoleClaim, SaveSso } from "./Api.ts"

export const defaultScopes = ["openid", "email", "profile"]
export const login_ttl_ms = 600_000
export const code_ttl_ms = 60_000

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
const namePattern = new RegExp(`^${label}(?:\\.${label})+$`)

/** As addresses are compared; a name outside of ASCII has to be given as name servers know it. */
export const normalDomain = (domain: string): string => domain.trim().toLowerCase()

/** As far as its text alone can tell. */
export const domainProblem = (domain: string): string | undefined =>
  namePattern.test(domain) ? undefined : "must be a domain such as acme.com; names outside of ASCII in their xn-- form"

/** `kept`: there is a secret that goes on to hold. */
export const secretIssue = (given: SaveSso, kept: boolean): Issue | undefined => {
  const path = ["client_secret"]
  const has = given.client_secret === undefined ? kept : given.client_secret !== null
  if (given.token_auth !== "none") return has ? undefined : { path, message: `${given.token_auth} needs a secret` }
  return typeof given.client_secret === "string"
    ? { path, message: "must be null where token_auth is none" }
    : undefined
}

/**
 * A path of this service, and of no other: browsers drop control characters, and take a backslash for a slash, so what
 * begins with two of either, however they are hidden, leads elsewhere.
 */
export const returnProblem = (path: string): string | undefined =>
  /^\/(?![/\\])[^\\\p{C}\s]*$/u.test(path) ? undefined : "must be a path that begins with one slash"

const textsOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value])

/** The role a claim gives; undefined: no claim has a say. */
export const claimedRole = (
  rule: RoleClaim | null,
  claims: Readonly<Record<string, unknown>>,
  otherwise: Role
): Role | undefined => {
  if (rule === null) return undefined
  const values = textsOf(Object.hasOwn(claims, rule.claim) ? claims[rule.claim] : undefined)
  const holds = (wanted: ReadonlyArray<string>) => wanted.some((one) => values.includes(one))
  return holds(rule.owner) ? "owner" : holds(rule.admin) ? "admin" : otherwise
}
