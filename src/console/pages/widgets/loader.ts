/** The widgets' own loader, of the build the console is of. */
import { build, root } from "../../core/place.ts"

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string }
  ): { createScriptURL(url: string): string }
}

const address = `${root}/cdn/${build}/widget.js`

/** This page takes no address for a script from anybody; this one it knows. */
const trusted = (): string => {
  const { trustedTypes } = window as { readonly trustedTypes?: Policies }
  if (trustedTypes === undefined) return address
  const policy = trustedTypes.createPolicy("hatchery-widgets", { createScriptURL: () => address })
  return policy.createScriptURL(address)
}

let isThere = false

/** Asked by the loader whenever the token of a mount ends. */
export type FetchToken = (asked: { readonly buddyId: string | undefined }) => Promise<string | null>

export const loadWidgets = (fetchToken: FetchToken) => {
  if (isThere) return
  isThere = true
  Object.assign(window, { HatchedConfig: { fetchToken } })
  const script = document.createElement("script")
  script.src = trusted()
  script.async = true
  document.head.append(script)
}
