/**
 * Where a widget is drawn: a shadow root of the mount, or of a `div` in an element that takes none. Until then, and
 * again afterwards, the page's own children are seen.
 */

/** A shadow root stays with its element for ever, so the next widget in the same place gets the same one. */
const roots = new WeakMap<HTMLElement, ShadowRoot>()

export interface Stage {
  readonly root: ShadowRoot
  /** gives the place back to the page's own children */
  readonly leave: () => void
}

const ownRoot = (element: HTMLElement): ShadowRoot | undefined => {
  try {
    const root = roots.get(element) ?? element.attachShadow({ mode: "open" })
    roots.set(element, root)
    return root
  } catch {
    return undefined
  }
}

const empty = (root: ShadowRoot) => {
  root.replaceChildren()
  root.adoptedStyleSheets = []
}

export const enter = (element: HTMLElement): Stage => {
  const root = ownRoot(element)
  if (root !== undefined) {
    empty(root)
    const leave = () => {
      empty(root)
      root.append(document.createElement("slot"))
    }
    return { root, leave }
  }
  const before = [...element.childNodes]
  const stand_in = document.createElement("div")
  stand_in.style.display = "block"
  element.replaceChildren(stand_in)
  return { root: stand_in.attachShadow({ mode: "open" }), leave: () => element.replaceChildren(...before) }
}
