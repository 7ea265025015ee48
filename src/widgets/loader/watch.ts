/** One observer of the document: mounts that come and go, and attributes that change. */
import { attributes, attributeOf, config, mountAttribute } from "./page.ts"
import { mount, mountOf, mounts, onChange } from "./mounts.ts"

const selector = `[${mountAttribute}]`

const isElement = (node: Node): node is HTMLElement => node instanceof HTMLElement

/** Mounts whatever asks for it in there, the root included. */
export const scan = (root: ParentNode = document) =>
  [...(root instanceof HTMLElement && root.matches(selector) ? [root] : []), ...root.querySelectorAll(selector)]
    .filter(isElement)
    .flatMap((element) => mount(element) ?? [])

/** Elements that are moved are in the page again by then. */
const sweep = () => {
  for (const { element, unmount } of mounts()) if (!element.isConnected) unmount()
}

let sweeping = 0

/** Pages that nobody sees have no frames. */
const sweepSoon = () => {
  if (document.hidden) return queueMicrotask(sweep)
  cancelAnimationFrame(sweeping)
  sweeping = requestAnimationFrame(() => requestAnimationFrame(sweep))
}

const isAutomatic = config.autoMount !== false

const changedIn = (element: HTMLElement, name: string) => {
  const known = mountOf(element)
  if (name !== mountAttribute) return known?.update()
  if (attributeOf(element, mountAttribute) === known?.widget) return
  if (!element.hasAttribute(mountAttribute)) known?.unmount()
  // What stands there now is not asked for any more, whether or not there is a widget of the new name.
  else if ((known !== undefined || isAutomatic) && mount(element) === undefined) known?.unmount()
}

const look = (records: ReadonlyArray<MutationRecord>) => {
  for (const { addedNodes, attributeName, removedNodes, target, type } of records) {
    if (type === "attributes") changedIn(target as HTMLElement, attributeName ?? "")
    else if (removedNodes.length > 0) sweepSoon()
    if (isAutomatic) for (const node of addedNodes) if (isElement(node) && node.isConnected) scan(node)
  }
}

const observer = new MutationObserver(look)

/**
 * Looks for as long as there may be something to do: mounts that come by themselves, or mounts there are, also in
 * shadow roots of the page, into which nobody sees from the document.
 */
const watch = () => {
  const roots = mounts().map(({ element }) => element.getRootNode())
  if (isAutomatic || roots.length > 0) roots.push(document)
  else return observer.disconnect()
  for (const root of new Set(roots))
    observer.observe(root, { subtree: true, childList: true, attributeFilter: [...attributes] })
}

export const start = () => {
  onChange(watch)
  watch()
  if (isAutomatic) scan()
}
