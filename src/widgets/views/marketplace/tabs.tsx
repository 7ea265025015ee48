/** Tabs of one stop: arrows go from one to the next. */
import type { ComponentChildren, TargetedKeyboardEvent } from "preact"
import { useId, useRef } from "preact/hooks"
import { useHere } from "../../core/here.ts"

export interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: ReadonlyArray<readonly [name: Name, label: string]>
  readonly current: Name
  readonly onChange: (name: Name) => void
  readonly children: ComponentChildren
}

/** One tab stop; arrows go from tab to tab, in reading direction. */
export const Tabs = <Name extends string>({ children, current, label, onChange, tabs }: TabsProps<Name>) => {
  const { words } = useHere()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const idOf = (name: Name) => `${id}-${name}`
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const forward = words.dir === "rtl" ? "ArrowLeft" : "ArrowRight"
    const backward = words.dir === "rtl" ? "ArrowRight" : "ArrowLeft"
    const at = tabs.findIndex(([name]) => name === current)
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    onChange(tabs[next]![0])
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(([name, text]) => (
          <button
            type="button"
            key={name}
            id={idOf(name)}
            role="tab"
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={idOf(current)}>
        {children}
      </div>
    </>
  )
}
