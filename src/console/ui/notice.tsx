/** What went well, what did not, and what is still on its way. */
import type { ComponentChildren } from "preact"
import { HatcheryError } from "../../../sdk/src/errors.ts"
import { common } from "../words/common.ts"
import { Button, Link } from "./button.tsx"
import { icons } from "./icons.tsx"

export type Tone = "info" | "good" | "warning" | "bad"

export const Notice = ({
  children,
  title,
  tone = "info"
}: {
  readonly children?: ComponentChildren
  readonly title?: string
  readonly tone?: Tone
}) => {
  const Drawing = { info: icons.info, good: icons.check, warning: icons.alert, bad: icons.alert }[tone]
  return (
    <div class={`notice ${tone}`} role={tone === "bad" ? "alert" : "status"}>
      <Drawing />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}

export type Sentences = Readonly<Record<string, string>>

/** What to say of a refusal: words of ours where there are some, else the service's own. */
export const sentenceOf = (error: unknown, own: Sentences = {}): string => {
  if (!(error instanceof HatcheryError)) return common.unknownError
  const role = error.details["requiredRole"]
  if (error.status === 403 && typeof role === "string") return common.needsRole(role)
  return own[error.code] ?? common.errors[error.code] ?? error.message
}

/** Trying again changes no plan: this leads to where it can be changed. */
const Locked = ({ plan }: { readonly plan: string }) => (
  <Notice>
    <p>
      {common.needsPlan(plan)} <Link to="/usage">{common.nav.usage}</Link>
    </p>
  </Notice>
)

/** The plan it takes, where that is why it was refused. */
export const planMissing = (error: unknown): string | undefined => {
  if (!(error instanceof HatcheryError) || error.code !== "plan_feature_locked") return undefined
  const plan = error.details["requiredPlan"]
  return typeof plan === "string" ? plan : undefined
}

/** What is not there, or not for who asks, is neither the second time. */
const isFinal = (error: unknown) => error instanceof HatcheryError && ["forbidden", "not_found"].includes(error.code)

export const Failure = ({
  again,
  error,
  own
}: {
  readonly error: unknown
  readonly again?: () => void
  readonly own?: Sentences
}) => {
  if (error === undefined) return null
  const plan = planMissing(error)
  if (plan !== undefined) return <Locked plan={plan} />
  const id = error instanceof HatcheryError ? error.requestId : null
  return (
    <Notice tone="bad">
      <p>{sentenceOf(error, own)}</p>
      {id !== null && <p class="fine">{common.requestId(id)}</p>}
      {again !== undefined && !isFinal(error) && (
        <Button small onClick={again}>
          {common.retry}
        </Button>
      )}
    </Notice>
  )
}

/** The shape of what is coming, so that nothing moves when it is there. */
export const Skeleton = ({ lines = 4, tall = false }: { readonly lines?: number; readonly tall?: boolean }) => (
  <div class={tall ? "skeleton tall" : "skeleton"} role="status">
    <span class="hidden-text">{common.loading}</span>
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} class="bone" />
    ))}
  </div>
)

export const Empty = ({ children, title }: { readonly children?: ComponentChildren; readonly title: string }) => (
  <div class="empty">
    <svg viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
      <path d="M32 8c11 0 18 17 18 28a18 18 0 0 1-36 0C14 25 21 8 32 8z" />
      <path d="m20 36 6-4 6 5 6-5 6 4" />
    </svg>
    <strong>{title}</strong>
    {children}
  </div>
)
