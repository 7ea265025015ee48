/** The way Stripe's requests are written: `items[0][price]=price_1` in a form. */
export type FormValue = string | { readonly [name: string]: FormValue }

export const parseForm = (text: string): { readonly [name: string]: FormValue } => {
  const root: Record<string, FormValue> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== "")
    let at = root
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      at =
        typeof next === "object" ? (next as Record<string, FormValue>) : ((at[part] = {}) as Record<string, FormValue>)
    }
    at[path.at(-1)!] = value
  }
  return root
}

export const fieldOf = (form: FormValue | undefined, ...path: ReadonlyArray<string>): string | undefined => {
  let at = form
  for (const part of path) at = typeof at === "object" ? at[part] : undefined
  return typeof at === "string" ? at : undefined
}

export const recordOf = (form: FormValue | undefined): Record<string, string> =>
  typeof form === "object"
    ? Object.fromEntries(
        Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === "string")
      )
    : {}
