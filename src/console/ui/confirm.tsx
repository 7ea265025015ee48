/** Asks before something is done that others notice, in words that name what it hits. */
import type { ComponentChildren } from "preact"
import { useAct } from "../core/read.ts"
import { common } from "../words/common.ts"
import { Button } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { Form } from "./form.tsx"
import type { Sentences } from "./notice.tsx"

export const Confirm = ({
  children,
  fields = [],
  isDanger = false,
  isReady = true,
  onClose,
  onSend,
  own,
  send,
  title
}: {
  readonly title: string
  /** what its button says */
  readonly send: string
  /** what will happen, and fields if there is something to say; those that say what is wrong are given the error */
  readonly children?: ComponentChildren | ((error: unknown) => ComponentChildren)
  /** names, on the wire, of those that do */
  readonly fields?: ReadonlyArray<string>
  readonly isDanger?: boolean
  /** false: what it is about is still read, and it cannot be sent */
  readonly isReady?: boolean
  readonly onClose: () => void
  /** own words for refusals */
  readonly own?: Sentences
  /** closes when it went well */
  readonly onSend: () => Promise<unknown>
}) => {
  const { error, isBusy, run } = useAct(onSend)
  const go = async () => {
    if (await run()) onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={error} fields={fields} onSend={go} label={title} {...(own === undefined ? {} : { own })}>
        {typeof children === "function" ? children(error) : children}
        <div class="row end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind={isDanger ? "danger" : "primary"} isBusy={isBusy} isOff={!isReady}>
            {send}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
