/**
 * Who is signed in. The token stands in the tab's own storage and nowhere else: another tab signs in by itself, and
 * closing the tab forgets it.
 */
import { useLayoutEffect, useState } from "preact/hooks"
import type { Session as SignedIn } from "../../../sdk/src/index.ts"
import type { SessionChange } from "./kinds.ts"
import { root } from "./place.ts"
import { dropUnsaved } from "./router.ts"

const place = "hatchery.token"

const stored = () => {
  try {
    return sessionStorage.getItem(place)
  } catch {
    // Storage may be forbidden; then the session lasts as long as the page.
    return null
  }
}

let token = stored()

const listeners = new Set<(change: SessionChange) => void>()

const tell = (change: SessionChange) => {
  for (const listener of listeners) listener(change)
}

export const hasToken = () => token !== null

const keep = (value: string | null) => {
  token = value
  try {
    if (value === null) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, value)
  } catch {
    // As above.
  }
}

let waiting: { readonly promise: Promise<string>; readonly resolve: (token: string) => void } | undefined

/** What the last session was of: calls that wait are repeated for the same workspace and for no other. */
let workspace: string | undefined

export const rememberWorkspace = (customerId: string) => {
  workspace = customerId
}

/** Whether a client has a token of this page, which it goes on with. */
let isHeld = false

/**
 * What is under way, waits to be sent again or has a token in hand is of one workspace, and would go on for whoever
 * signs in next: the page ends with the session. Nobody is asked about what is typed, for a page that may stay would
 * show one workspace and write to another.
 */
const startAnew = () => {
  dropUnsaved()
  location.reload()
}

export const signedIn = ({ accessToken, customer }: SignedIn) => {
  keep(accessToken)
  if (isHeld && (waiting === undefined || workspace !== customer.customerId)) return startAnew()
  workspace = customer.customerId
  waiting?.resolve(accessToken)
  waiting = undefined
  tell("signed-in")
}

/** Of whoever is signed in already: the token before this one has ended. */
export const renewed = ({ accessToken }: SignedIn) => keep(accessToken)

/** Who is gone may have a copy of the token taken from somewhere: the service is told that it is over. */
const end = (had: string) =>
  fetch(`${root}/api/v1/auth/logout`, {
    method: "POST",
    headers: { authorization: `Bearer ${had}` },
    credentials: "omit",
    keepalive: true
  }).catch(() => undefined)

/** The page loads anew where it stands. */
export const signOut = () => {
  if (token !== null) void end(token)
  keep(null)
  startAnew()
}

/** The token of the sign-in that somebody is asked for; all who wait get the same. */
const nextToken = (): Promise<string> => {
  if (waiting === undefined) {
    let resolve: (token: string) => void = () => {}
    const promise = new Promise<string>((done) => (resolve = done))
    waiting = { promise, resolve }
    tell("asked")
  }
  return waiting.promise
}

/**
 * For one client: the token there is, or the one of the sign-in that a refused one leads to. Nobody is asked to sign in
 * again for a token that another client has meanwhile replaced.
 */
export const credentialOf = () => {
  let had: string | null = null
  const keepInMind = (given: string) => (had = given)
  return (reason: "missing" | "rejected"): string | Promise<string> => {
    isHeld = true
    if (token !== null && (reason === "missing" || token !== had)) return keepInMind(token)
    return nextToken().then(keepInMind)
  }
}

export const useSessionChange = (listener: (change: SessionChange) => void) =>
  useLayoutEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  })

/** Whether a call waits for somebody to sign in. */
export const useSignInAsked = (): boolean => {
  const [isAsked, setAsked] = useState(waiting !== undefined)
  useSessionChange((change) => setAsked(change === "asked"))
  return isAsked
}
