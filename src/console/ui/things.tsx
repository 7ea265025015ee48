/** Small things of many pages: times, codes to copy, marks, headings, cards. */
import type { ComponentChildren } from "preact"
import { common } from "../words/common.ts"
import { Button } from "./button.tsx"
import { say } from "./say.tsx"

const near = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })

/** Whose time `Time` tells. */
export const zone = near.resolvedOptions().timeZone.replaceAll("_", " ")

/** In the viewer's zone; UTC where the pointer rests. */
export const Time = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    <span class="faint">–</span>
  ) : (
    <time dateTime={at} title={common.utc(at.slice(0, 19).replace("T", " "))}>
      {near.format(new Date(at))}
    </time>
  )

const plain = new Intl.NumberFormat("en")

export const numberOf = (value: number) => plain.format(value)

export const copy = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text)
    say(common.copied)
  } catch {
    // Pages without https have no clipboard: what was to be copied stands there to be selected.
  }
}

/** Something to be taken elsewhere, whole. */
export const Code = ({ label, text }: { readonly text: string; readonly label: string }) => (
  <div class="code">
    <pre tabIndex={0} role="group" aria-label={label}>
      <code>{text}</code>
    </pre>
    <Button small icon="copy" label={`${common.copy}: ${label}`} onClick={() => copy(text)}>
      {common.copy}
    </Button>
  </div>
)

export const Pill = ({ children, tone = "" }: { readonly children: ComponentChildren; readonly tone?: string }) => (
  <span class={`pill ${tone}`}>{children}</span>
)

export const Card = ({
  actions,
  children,
  title,
  note
}: {
  readonly children: ComponentChildren
  readonly title?: string
  readonly note?: string
  readonly actions?: ComponentChildren
}) => (
  <section class="card">
    {title !== undefined && (
      <header class="card-head">
        <div>
          <h2>{title}</h2>
          {note !== undefined && <p class="hint">{note}</p>}
        </div>
        {actions}
      </header>
    )}
    {children}
  </section>
)

/** Wide tables scroll by themselves, also with keys. */
export const Table = ({
  children,
  head,
  label
}: {
  readonly head: ReadonlyArray<string>
  readonly label: string
  readonly children: ComponentChildren
}) => (
  <div class="table" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
