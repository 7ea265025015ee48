/** Where something stands in a JSON file, and what a name that nobody knows was probably meant to be. Pure. */

type Step = string | number

const space = /[\s,:]*/y
const string = /"(?:[^"\\]|\\.)*"/y
const scalar = /[^\s,\]}]+/y

/** Text that has been parsed already, so it is known to be JSON. */
const reader = (text: string) => {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const [found = ""] = pattern.exec(text) ?? []
    at += found.length
    return found
  }
  /** Calls `visit` with the place of every value, a property's being that of its name. */
  const walk = (path: ReadonlyArray<Step>, place: number, visit: (path: ReadonlyArray<Step>, at: number) => void) => {
    take(space)
    visit(path, place < 0 ? at : place)
    const open = text[at]
    if (open === '"') return void take(string)
    if (open !== "{" && open !== "[") return void take(scalar)
    at++
    for (let index = 0; ; index++) {
      take(space)
      if (at >= text.length || text[at] === "}" || text[at] === "]") break
      const start = at
      const step = open === "{" ? (JSON.parse(take(string)) as string) : index
      walk([...path, step], open === "{" ? start : -1, visit)
    }
    at++
  }
  return walk
}

/** `line:column` of the value at a path, or of the nearest thing around it that is in the file. */
export const placesIn = (text: string) => {
  const places = new Map<string, number>()
  reader(text)([], -1, (path, at) => places.set(JSON.stringify(path), at))
  return (path: ReadonlyArray<Step>): string => {
    for (let length = path.length; length >= 0; length--) {
      const at = places.get(JSON.stringify(path.slice(0, length)))
      if (at === undefined) continue
      const before = text.slice(0, at).split("\n")
      return `${before.length}:${before.at(-1)!.length + 1}`
    }
    return "1:1"
  }
}

const distance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= right.length; j++) {
      const changed = above[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1)
      row.push(Math.min(changed, above[j]! + 1, row[j - 1]! + 1))
    }
  }
  return row.at(-1)!
}

/** The known name nearest to this one, unless all are far from it, or it is known itself, only not in this place. */
export const nearest = (name: string, known: Iterable<string>): string | undefined => {
  const far = Math.max(2, Math.floor(name.length / 3)) + 1
  const ranked = [...new Set(known)]
    .map((one) => ({ one, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .sort((left, right) => left.far - right.far)
  const [best] = ranked
  return best !== undefined && best.one !== name && best.far < far ? best.one : undefined
}

interface Shape {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly prefixItems?: ReadonlyArray<Shape>
  readonly anyOf?: ReadonlyArray<Shape>
  readonly oneOf?: ReadonlyArray<Shape>
  readonly allOf?: ReadonlyArray<Shape>
}

/** Names of the properties a JSON schema knows at a path, of all its branches together. */
export const propertiesAt = (schema: unknown, path: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const pointed = (ref: string) =>
    ref
      .replace(/^#\//, "")
      .split("/")
      .reduce<unknown>(
        (inside, step) => (inside as Record<string, unknown> | undefined)?.[step.replaceAll("~1", "/")],
        schema
      ) as Shape | undefined
  const branches = (shape: Shape | undefined, depth = 0): ReadonlyArray<Shape> => {
    if (shape === undefined || depth > 20) return []
    const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]
    if (shape.$ref !== undefined) inner.push(pointed(shape.$ref) ?? {})
    return [shape, ...inner.flatMap((one) => branches(one, depth + 1))]
  }
  let here = branches(schema as Shape)
  for (const step of path) {
    here = here.flatMap((shape) =>
      branches(typeof step === "number" ? (shape.prefixItems?.[step] ?? shape.items) : shape.properties?.[step])
    )
  }
  return here.flatMap(({ properties = {} }) => Object.keys(properties))
}
