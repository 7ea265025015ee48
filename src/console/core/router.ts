/** Which page is shown: the address says it, with the page's filters in its query, so that reloading restores both. */
import { useLayoutEffect, useState } from "preact/hooks"
import { base, hrefOf } from "./place.ts"

export interface Here {
  /** below the console's own address: `/`, `/rules/coin-rules` */
  readonly path: string
  readonly query: URLSearchParams
}

const read = (): Here => ({
  path: location.pathname.slice(base.length).replace(/\/+$/, "") || "/",
  query: new URLSearchParams(location.search)
})

type Listener = (here: Here) => void

const listeners = new Set<Listener>()

/** What is typed and not saved; it is asked about before the page is left. */
const unsaved = new Set<() => string>()

/** Asks before the page is left, until what is answered is called. */
export const askBefore = (question: string) => {
  const ask = () => question
  unsaved.add(ask)
  return () => void unsaved.delete(ask)
}

export const dropUnsaved = () => unsaved.clear()

export const mayLeave = () => [...unsaved].every((question) => confirm(question()))

const addressed = () => location.pathname + location.search

/** Of what is shown. */
let shown = addressed()

const tell = () => {
  shown = addressed()
  const here = read()
  for (const listener of listeners) listener(here)
}

export interface Going {
  /** in the place of the present address: filters are no steps back */
  readonly replace?: boolean
}

/** `to`: a path of the console, with a query if need be. */
export const go = (to: string, { replace = false }: Going = {}) => {
  if (!replace && !mayLeave()) return
  const href = hrefOf(to)
  if (replace) history.replaceState(null, "", href)
  else {
    history.pushState(null, "", href)
    scrollTo(0, 0)
  }
  tell()
}

/** The browser has gone before anybody was asked; whoever wants to stay is taken back. */
addEventListener("popstate", () => {
  if (addressed() === shown || mayLeave()) tell()
  else history.pushState(null, "", shown)
})

addEventListener("beforeunload", (event) => {
  if (unsaved.size > 0) event.preventDefault()
})

export const useHere = (): Here => {
  const [here, setHere] = useState(read)
  // At once: an effect comes after the frame, and whoever goes on within it would be missed.
  useLayoutEffect(() => {
    listeners.add(setHere)
    return () => void listeners.delete(setHere)
  }, [])
  return here
}

/** A filter of the page: what the address has, and how to change it. */
export const useFilter = (name: string): readonly [string, (value: string) => void] => {
  const { path, query } = useHere()
  const set = (value: string) => {
    const next = new URLSearchParams(location.search)
    if (value === "") next.delete(name)
    else next.set(name, value)
    const text = next.toString()
    go(text === "" ? path : `${path}?${text}`, { replace: true })
  }
  return [query.get(name) ?? "", set]
}

/** In force with the change itself, before its frame: a busy browser may take somebody back in between. */
export const useUnsaved = (isDirty: boolean, question: string) =>
  useLayoutEffect(() => (isDirty ? askBefore(question) : undefined), [isDirty, question])
