/** What a hosted page still lacks. */
import { api } from "../../core/api.ts"
import { useRead } from "../../core/read.ts"
import { Failure, Skeleton } from "../../ui/notice.tsx"
import { Pill } from "../../ui/things.tsx"
import { surfaces as words } from "../../words/insight.ts"

const tones = { ok: "good", missing: "bad", warning: "warning" }

export const Readiness = ({ id }: { readonly id: string }) => {
  const { again, data, error } = useRead((signal) => api.hostedSurfaces.getReadiness(id, { signal }), [id])
  if (data === undefined) return error === undefined ? <Skeleton lines={3} /> : <Failure error={error} again={again} />
  const open = data.checks.filter(({ status }) => status !== "ok")
  if (open.length === 0) return null
  return (
    <div class="stack">
      <h3>{words.readiness}</h3>
      <ul class="stack">
        {open.map(({ key, message, status }) => (
          <li key={key} class="row">
            <Pill tone={tones[status]}>{words.checks[status]}</Pill> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
