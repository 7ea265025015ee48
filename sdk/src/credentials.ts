/** Who calls: a credential as text, or a function that has one; and the watch over secret keys in browsers. */
import { AuthenticationError, HatcheryError, SecretKeyInBrowserError } from "./errors.ts"

/** Asked when there is none yet, and again when the last was refused with 401. */
export type CredentialSource = (reason: "missing" | "rejected") => string | PromiseLike<string>

export type CredentialOption = string | CredentialSource

export interface Credential {
  /** the same one until it is let go */
  readonly get: () => Promise<string | undefined>
  /** lets go of a refused one; false: there is no other to be had */
  readonly renew: (refused: string | undefined) => boolean
  /** the next call asks for it anew */
  readonly forget: () => void
}

interface Globals {
  readonly window?: { readonly document?: unknown }
  readonly document?: unknown
  readonly navigator?: { readonly product?: string; readonly userAgent?: string }
  readonly process?: { readonly type?: string; readonly versions?: { readonly node?: string } }
  readonly WorkerGlobalScope?: unknown
  readonly importScripts?: unknown
  readonly Deno?: unknown
  readonly Bun?: unknown
}

/** Pages, web workers, Electron renderers, React Native: what runs there can be read by whoever has the device. */
export const isBrowserLike = (here: Globals = globalThis as Globals): boolean => {
  const { navigator, process } = here
  if (here.window?.document !== undefined) return true
  if (process?.type === "renderer" || navigator?.product === "ReactNative") return true
  if (here.Deno !== undefined || here.Bun !== undefined || process?.versions?.node !== undefined) return false
  // Workers at the edge have that scope too, but load no scripts.
  return here.WorkerGlobalScope !== undefined && typeof here.importScripts === "function"
}

const isSecret = (credential: unknown) => /^svc_(live|test)_/.test(String(credential))

/** Headers a caller gives may hold one, too. */
export const refuseSecretIn = (authorization: string | null): void => {
  if (isSecret(authorization?.replace(/^bearer\s+/i, "")) && isBrowserLike()) throw new SecretKeyInBrowserError()
}

const checked = (credential: unknown): string => {
  if (isSecret(credential) && isBrowserLike()) throw new SecretKeyInBrowserError()
  // Nothing of it is repeated here: messages end in logs.
  if (typeof credential !== "string" || !/^[\x21-\x7e]+$/.test(credential)) {
    const message = "A credential is visible ASCII without spaces."
    throw new AuthenticationError({ code: "malformed_credential", message })
  }
  return credential
}

const ask = async (source: CredentialSource, reason: "missing" | "rejected"): Promise<string> => {
  try {
    return checked(await source(reason))
  } catch (cause) {
    if (cause instanceof HatcheryError) throw cause
    throw new AuthenticationError({
      code: "no_credential",
      message: "The function that has the credential failed.",
      cause
    })
  }
}

export const credentialOf = (option: CredentialOption | undefined): Credential => {
  if (typeof option !== "function") {
    const fixed = option === undefined ? undefined : checked(option)
    return { get: async () => fixed, renew: () => false, forget: () => {} }
  }
  let reason: "missing" | "rejected" = "missing"
  let asked: Promise<string> | undefined
  let known: string | undefined
  const letGo = () => {
    asked = undefined
    known = undefined
  }
  return {
    get: () => {
      if (asked === undefined) {
        const asking = ask(option, reason)
        asked = asking
        asking.then(
          (credential) => asked === asking && (known = credential),
          () => asked === asking && letGo()
        )
      }
      return asked
    },
    // Of several calls that were refused with the same one, the first asks and the others wait for what it gets.
    renew: (refused) => {
      if (known === refused) {
        letGo()
        reason = "rejected"
      }
      return true
    },
    forget: () => {
      letGo()
      reason = "missing"
    }
  }
}
