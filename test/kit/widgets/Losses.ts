/**
 * What of a widget's texts cannot be read: cut, beyond its edge, or under another. It runs in the page, and so stands
 * alone.
 */
export const losses = (widgets: ReadonlyArray<HTMLElement | SVGElement>): ReadonlyArray<string> =>
  widgets.flatMap((widget) => {
    const edge = widget.getBoundingClientRect()
    const said = (what: string, text: string | null) =>
      `${what}: ${widget.getAttribute("class")} ${widget.getAttribute("lang")} ${text}`
    const texts: Array<readonly [text: Node, rect: DOMRect]> = []
    const walk = document.createTreeWalker(widget, NodeFilter.SHOW_TEXT)
    for (let text = walk.nextNode(); text !== null; text = walk.nextNode()) {
      if (text.parentElement!.closest(".heard") !== null || text.textContent!.trim() === "") continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const rect of range.getClientRects()) texts.push([text, rect])
    }
    const cut = [...widget.querySelectorAll(".clip, .unit, .value, .button, .chip, [role=tab]")]
      .filter((each) => each.scrollHeight > each.clientHeight + 4 || each.scrollWidth > each.clientWidth + 1)
      .filter((each) => getComputedStyle(each).overflow !== "visible" && each.clientWidth > 0)
      .map((each) => said("cut", each.textContent))
    const beyond = texts
      .filter(([, rect]) => rect.left < edge.left - 1 || rect.right > edge.right + 1)
      .map(([text]) => said("beyond", text.textContent))
    const across = (one: DOMRect, other: DOMRect) => Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const along = (one: DOMRect, other: DOMRect) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    const under = texts.flatMap(([text, rect], index) =>
      texts
        .slice(index + 1)
        // boxes of lines are taller than letters
        .filter(([, other]) => across(rect, other) > 2 && along(rect, other) > Math.min(rect.height, other.height) / 3)
        .map(([other]) => said("under another", `${text.textContent} ${other.textContent}`))
    )
    return [...cut, ...beyond, ...under]
  })
