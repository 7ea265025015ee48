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

export const loadWidgets = () => {
  if (isThere) return
  isThere = true
  const script = document.createElement("script")
  script.src = trusted()
  script.async = true
  document.head.append(script)
}
