/** How a page looks, as far as its own text says it: the sheets it asks for are not read. */

export interface SiteLook {
  /** `#rrggbb`, what says it is the colour of the product first, then those that stand there most often */
  readonly colors: ReadonlyArray<string>
  readonly is_dark: boolean
  readonly font: "rounded" | "serif" | "mono" | undefined
}

const read_max = 200_000
const colors_max = 20

const hexColor = /#([0-9a-f]{6}|[0-9a-f]{3})(?![0-9a-z])/gi
const named = /(?:primary|brand|accent|theme)[\w-]{0,30}\s{0,4}:\s{0,4}(#[0-9a-f]{3,6})(?![0-9a-z])/gi
const meta = /<meta\b([^<>]{0,500})>/gi

const whole = (hex: string): string | undefined => {
  const digits = hex.replace("#", "").toLowerCase()
  if (digits.length === 6) return `#${digits}`
  return digits.length === 3 ? `#${[...digits].map((digit) => digit + digit).join("")}` : undefined
}

/** What a meta element of the name holds. */
const metaOf = (html: string, name: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(meta)).flatMap(([, attributes = ""]) => {
    const isIt = new RegExp(`name\\s{0,4}=\\s{0,4}["']?${name}["'\\s]`, "i").test(`${attributes} `)
    const content = /content\s{0,4}=\s{0,4}(?:"([^"]{0,100})"|'([^']{0,100})')/i.exec(attributes)
    return isIt && content !== null ? [content[1] ?? content[2] ?? ""] : []
  })

const fonts = [
  ["rounded", /nunito|quicksand|baloo|fredoka|comfortaa|varela|ui-rounded/i],
  ["serif", /georgia|merriweather|playfair|garamond|lora|times new roman|ui-serif/i],
  ["mono", /jetbrains|fira code|ibm plex mono|space mono|courier|ui-monospace/i]
] as const

export const siteLook = (html: string): SiteLook => {
  const text = html.slice(0, read_max)
  const themes = metaOf(text, "theme-color")
  const said = [...themes, ...Array.from(text.matchAll(named), ([, color = ""]) => color)]
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(hexColor)) {
    const color = whole(found)!
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const often = [...counts].toSorted(([a, more], [b, less]) => less - more || (a < b ? -1 : 1)).map(([color]) => color)
  const colors = [...said.flatMap((color) => whole(color.trim()) ?? []), ...often].filter((color) =>
    /^#[0-9a-f]{6}$/.test(color)
  )
  const families = Array.from(
    text.matchAll(/(?:font-family|family=)([^;"'<>]{0,100}["']?[^;"'<>]{0,100})/gi),
    ([one]) => one
  )
  return {
    colors: [...new Set(colors)].slice(0, colors_max),
    is_dark: metaOf(text, "color-scheme").some((content) => /^\s*dark\b/i.test(content)),
    font: fonts.find(([, pattern]) => families.some((family) => pattern.test(family)))?.[0]
  }
}
