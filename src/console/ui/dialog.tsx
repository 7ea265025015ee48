/** Dialogs: the browser's own, so that focus goes in, Escape closes, and focus comes back. */
import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"
import { common } from "../words/common.ts"
import { icons } from "./icons.tsx"

export interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  /** absent: it is left by what stands in it alone */
  readonly onClose?: () => void
  readonly wide?: boolean
}

export const Dialog = ({ children, onClose, title, wide = false }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      class={wide ? "dialog wide" : "dialog"}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // A second Escape closes it whatever the first was answered.
      onClose={() => {
        if (element.current === null) return
        if (onClose === undefined) element.current.showModal()
        else onClose()
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        {onClose !== undefined && (
          <button type="button" class="button quiet bare" aria-label={common.close} onClick={onClose}>
            <icons.cross />
          </button>
        )}
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  )
}
