/** Buttons and links. What a role may not do stays in sight, disabled, and says which role it takes. */
import type { ComponentChildren, TargetedMouseEvent } from "preact"
import { useId } from "preact/hooks"
import type { Role } from "../core/kinds.ts"
import { hrefOf } from "../core/place.ts"
import { go } from "../core/router.ts"
import { useMissingRole } from "../core/workspace.tsx"
import { common } from "../words/common.ts"
import { type IconName, icons } from "./icons.tsx"

type Kind = "primary" | "plain" | "quiet" | "danger"

export interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => unknown
  readonly kind?: Kind
  readonly type?: "button" | "submit"
  readonly icon?: IconName
  readonly isBusy?: boolean
  readonly isOff?: boolean
  /** the least role that may do it */
  readonly needs?: Role
  /** says more than the text, for who does not see what stands beside it */
  readonly label?: string
  readonly small?: boolean
}

export const Button = (props: ButtonProps) => {
  const { children, icon, isBusy = false, isOff = false, kind = "plain", label, needs, onClick, small } = props
  const missing = useMissingRole(needs)
  const note = useId()
  const isStill = isBusy || isOff || missing !== undefined
  const Drawing = icon === undefined ? undefined : icons[icon]
  const press = (event: TargetedMouseEvent<HTMLButtonElement>) => {
    if (isStill) return event.preventDefault()
    onClick?.()
  }
  // A button that is busy keeps the focus: only who presses it hears nothing.
  return (
    <span class="press">
      <button
        type={props.type ?? "button"}
        class={`button ${kind}${small === true ? " small" : ""}${isBusy ? " busy" : ""}`}
        aria-disabled={isStill ? "true" : undefined}
        aria-label={label}
        aria-describedby={missing === undefined ? undefined : note}
        onClick={press}
      >
        {Drawing && <Drawing />}
        <span>{children}</span>
      </button>
      {missing !== undefined && (
        <span id={note} class="role-note">
          {common.needsRole(missing)}
        </span>
      )}
    </span>
  )
}

/** A page of the console behind a word. */
export const Link = ({
  children,
  current,
  label,
  to,
  kind
}: {
  readonly children: ComponentChildren
  readonly to: string
  readonly current?: boolean
  readonly kind?: string
  /** says more than the text */
  readonly label?: string
}) => {
  const follow = (event: TargetedMouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return (
    <a
      href={hrefOf(to)}
      class={kind}
      aria-label={label}
      aria-current={current === true ? "page" : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}

/** Leads out of the console, in a tab of its own. */
export const Outside = ({ children, href }: { readonly children: ComponentChildren; readonly href: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
