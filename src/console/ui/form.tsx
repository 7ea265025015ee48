/** A form that is sent by its button or by Enter, and whose failure stands above the button. */
import type { ComponentChildren } from "preact"
import { ValidationError } from "../../../sdk/src/errors.ts"
import { Failure, type Sentences } from "./notice.tsx"

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** What a refusal says of single fields: it stands beside the label, which the name on the wire would repeat. */
export const issuesOf = (error: unknown): ReadonlyArray<Issue> =>
  error instanceof ValidationError
    ? (error.issues as ReadonlyArray<Issue>).map(({ message, path }) => ({
        path,
        message: message.startsWith(`${path.join(".")}: `) ? message.slice(path.join(".").length + 2) : message
      }))
    : []

/** The complaint about one field. */
export const issueAt = (error: unknown, name: string): string | undefined =>
  issuesOf(error).find(({ path }) => path.join(".") === name)?.message

export const Form = ({
  children,
  error,
  label,
  onSend,
  own
}: {
  readonly children: ComponentChildren
  readonly onSend: () => unknown
  readonly error?: unknown
  readonly own?: Sentences
  readonly label?: string
}) => (
  <form
    class="form"
    noValidate
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault()
      onSend()
    }}
  >
    {children}
    <Failure error={error} {...(own === undefined ? {} : { own })} />
  </form>
)
