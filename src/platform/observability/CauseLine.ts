/** What went wrong, for people. */
import { Config, Schema, SchemaIssue } from "effect"

const issues = SchemaIssue.makeFormatterStandardSchemaV1()

const configWords = ({ cause }: Config.ConfigError): string =>
  Schema.isSchemaError(cause)
    ? issues(cause.issue)
        .issues.map(({ message, path = [] }) => `${path.map(String).join(".")}: ${message}`)
        .join("; ")
    : cause.message

/** The innermost message: the wrappers say where, the root says what. */
const rootWords = (error: unknown): string => {
  let current = error
  for (let depth = 0; depth < 8; depth++) {
    const { cause, reason } = (current ?? {}) as { readonly cause?: unknown; readonly reason?: unknown }
    const next = cause ?? (typeof reason === "object" ? reason : undefined)
    if (next === undefined || next === null) break
    current = next
  }
  return current instanceof Error && current.message !== "" ? current.message : String(current)
}

/** Whose setting is to blame for what a library says in words of its own. */
const settingOf = (error: unknown, words: string): string => {
  if (/EADDRINUSE/.test(words))
    return `${words}. Another program has this port: set PORT (or RUNNER_PORT) to a free one`
  const { reason } = (error ?? {}) as { readonly reason?: { readonly _tag?: unknown } }
  const isUnreachable = ["ConnectionError", "AuthenticationError"].includes(String(reason?._tag))
  if (isUnreachable)
    return words.includes("DATABASE_URL") ? words : `the database of DATABASE_URL does not answer: ${words}`
  // Nothing else is looked for by a name, or bound, before a node runs.
  if (/getaddrinfo|EADDRNOTAVAIL/.test(words))
    return `${words}. Set HOST (or RUNNER_LISTEN_HOST, RUNNER_HOST) to an address of this machine`
  if (/ENOSPC|EDQUOT/.test(words)) return `${words}. Make room, or set DATA_DIR to a folder on another disk`
  return /listen EACCES/.test(words) ? `${words}. Set PORT (or RUNNER_PORT) to one this user may listen at` : words
}

/** What went wrong, in one line for whoever can mend it. */
export const causeLine = (error: unknown): string => {
  const words = error instanceof Config.ConfigError ? configWords(error) : rootWords(error)
  return settingOf(error, words.replace(/\s+/g, " ").trim())
}
