/** A form that is sent by its button or by Enter, and whose failure stands above the button. */
import type { ComponentChildren } from "preact"
import { ValidationError } from "../../../sdk/src/errors.ts"
import { common } from "../words/common.ts"
import { Failure, type Sentences } from "./notice.tsx"

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

const ofNothing = new Set(["Expected at least 1 character", "must not be blank", "Missing key"])

/** The service tells developers what it expected; whoever fills in a form is told what to do. */
const asRemedy = (message: string): string => {
  if (ofNothing.has(message)) return common.enterSomething
  const wanted = /^(?:Expected|must (?:be|have)) ((?:an? |at |\d).+)$/.exec(message)?.[1]
  return wanted === undefined ? message : common.enter(wanted)
}

/** What a refusal says of single fields: it stands beside the label, which the name on the wire would repeat. */
export const issuesOf = (error: unknown): ReadonlyArray<Issue> =>
  error instanceof ValidationError
    ? (error.issues as ReadonlyArray<Issue>).map(({ message, path }) => {
        const name = `${path.join(".")}: `
        return { path, message: asRemedy(message.startsWith(name) ? message.slice(name.length) : message) }
      })
    : []

/** One field may take several entries, or a value with parts: what is said of those is said of the field. */
const isOf = ({ path }: Issue, name: string) => `${path.join(".")}.`.startsWith(`${name}.`)

/** The complaint about one field. `missing`: in its own words, where nothing has been entered. */
export const issueAt = (error: unknown, name: string, missing?: string): string | undefined => {
  const message = issuesOf(error).find((issue) => isOf(issue, name))?.message
  return message === common.enterSomething ? (missing ?? message) : message
}

/** What stands beside the fields is not said again below them, where it would have the names of the wire. */
const sentencesFor = (error: unknown, fields: ReadonlyArray<string>, own: Sentences): Sentences => {
  const issues = issuesOf(error)
  const isBeside = issues.length > 0 && issues.every((issue) => fields.some((name) => isOf(issue, name)))
  return isBeside ? { ...own, validation_failed: common.lookAtFields } : own
}

export const Form = ({
  children,
  error,
  fields = [],
  label,
  onSend,
  own = {}
}: {
  readonly children: ComponentChildren
  readonly onSend: () => unknown
  readonly error?: unknown
  /** names, on the wire, of those whose complaint stands beside them */
  readonly fields?: ReadonlyArray<string>
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
    <Failure error={error} own={sentencesFor(error, fields, own)} />
  </form>
)
