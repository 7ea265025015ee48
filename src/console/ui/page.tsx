/** The head of a page; a new page has the focus at its heading, so that it is heard. */
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { common } from "../words/common.ts"

let isFirst = true

export const Page = ({
  actions,
  children,
  intro,
  title,
  narrow = false
}: {
  readonly title: string
  readonly children: ComponentChildren
  readonly intro?: string
  readonly actions?: ComponentChildren
  readonly narrow?: boolean
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${common.product}`
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [title])
  return (
    <div class={narrow ? "page narrow" : "page"}>
      <header class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro !== undefined && <p class="intro">{intro}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
