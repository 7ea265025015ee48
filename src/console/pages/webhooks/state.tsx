/** How an endpoint does, in a word. */
import type { WebhookConfig } from "../../../../sdk/src/index.ts"
import { Pill } from "../../ui/things.tsx"
import { webhooks as words } from "../../words/webhooks.ts"

export const State = ({ endpoint }: { readonly endpoint: WebhookConfig }) => {
  const { states } = words
  if (endpoint.status === "disabled") return <Pill tone="bad">{states.disabled}</Pill>
  if (!endpoint.enabled) return <Pill>{states.off}</Pill>
  return endpoint.failingSince === null ? (
    <Pill tone="good">{states.on}</Pill>
  ) : (
    <Pill tone="warning">{states.failing}</Pill>
  )
}

const named_max = 4

export const whatItHears = ({ events }: WebhookConfig) => {
  if (events.includes("*")) return words.everything
  const named = events.slice(0, named_max).join(", ")
  return events.length > named_max ? `${named} +${events.length - named_max}` : named
}
