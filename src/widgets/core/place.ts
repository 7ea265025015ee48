/** A mount is a place of the page that can be told from others, unless the page has said what it is. */

export interface Place {
  readonly name: (name: string | undefined) => void
  readonly leave: () => void
}

const named = ["aria-label", "aria-labelledby"]

/** Two widgets of a kind are told apart by a number. */
const distinct = (element: Element, name: string): string => {
  const others = [...document.querySelectorAll("[role=region]")].filter((other) => other !== element)
  const isTaken = (label: string) => others.some((other) => other.getAttribute("aria-label") === label)
  let label = name
  for (let count = 2; isTaken(label); count += 1) label = `${name} ${count}`
  return label
}

export const placeOf = (element: Element): Place => {
  const added = new Set<string>()
  const set = (attribute: string, value: string, unless: ReadonlyArray<string>) => {
    if (!added.has(attribute) && unless.some((each) => element.hasAttribute(each))) return
    element.setAttribute(attribute, value)
    added.add(attribute)
  }
  const isRegion = () => set("role", "region", ["role"])
  // A name the page has given may not stand on an element without a role, and the widget's own words may come late.
  if (named.some((each) => element.hasAttribute(each))) isRegion()
  return {
    name: (name) => {
      isRegion()
      if (name !== undefined) set("aria-label", distinct(element, name), named)
    },
    leave: () => {
      for (const attribute of added) element.removeAttribute(attribute)
    }
  }
}
