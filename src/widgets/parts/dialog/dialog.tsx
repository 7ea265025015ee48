/** A sheet over the widget. */
import type { ComponentChildren, TargetedMouseEvent } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import style from "./style.css"

/** Over everything, with the focus inside; Escape, the edge and `onClose` end it, and the focus goes back. */
export const Dialog = (props: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current!
    dialog.showModal()
    return () => dialog.close()
  }, [])
  const onClick = (event: TargetedMouseEvent<HTMLDialogElement>) => {
    if (event.target === ref.current) ref.current?.close()
  }
  return (
    <dialog ref={ref} aria-label={props.label} onClose={props.onClose} onClick={onClick}>
      <div class="sheet">{props.children}</div>
    </dialog>
  )
}

export { style as dialogStyle }
