/** Tabs, by arrow keys as by the pointer. */
import type { ComponentChildren, TargetedKeyboardEvent } from "preact"
import { useEffect, useId } from "preact/hooks"

export interface Tab {
  readonly key: string
  readonly text: string
}

export const Tabs = ({
  children,
  current,
  label,
  onTab,
  tabs
}: {
  readonly tabs: ReadonlyArray<Tab>
  readonly current: string
  readonly onTab: (key: string) => void
  readonly label: string
  readonly children: ComponentChildren
}) => {
  const id = useId()
  // Where there is little room, the one that is shown is in sight.
  useEffect(
    () => document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    [id, current]
  )
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex(({ key }) => key === current)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    onTab(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ key, text }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onTab(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  )
}
