/** What there is to do before a widget moves; what was done is seen from the workspace itself. */
import { api } from "../../core/api.ts"
import { Link } from "../../ui/button.tsx"
import { icons } from "../../ui/icons.tsx"
import { home as words } from "../../words/home.ts"

/** In their order. */
const steps = [
  ["preset", "/presets"],
  ["rules", "/rules/coin-rules"],
  ["publish", "/publish"],
  ["key", "/keys"],
  ["event", "/keys"],
  ["widget", "/widgets"]
] as const

type Step = (typeof steps)[number][0]
export type Progress = Readonly<Record<Step, boolean>>

/** Filling a draft writes it too, within the same request. */
const filled_within_ms = 5_000

const wasWorkedOn = (createdAt: string, updatedAt: string) =>
  Date.parse(updatedAt) - Date.parse(createdAt) > filled_within_ms

export const readProgress = async (signal: AbortSignal): Promise<Progress> => {
  const [versions, keys, events, player] = await Promise.all([
    api.configVersions.list({ limit: 100 }, { signal }),
    api.auth.listApiKeys({ signal }).catch(() => ({ data: [] })),
    api.events.list({ limit: 1 }, { signal }),
    api.playersZero.get({ signal })
  ])
  const isPublished = versions.data.some(({ isActive }) => isActive)
  return {
    preset: versions.meta.total > 0,
    // Whoever published has seen the rules; before that, a draft that was worked on since it was filled.
    rules: isPublished || versions.data.some(({ createdAt, updatedAt }) => wasWorkedOn(createdAt, updatedAt)),
    publish: isPublished,
    key: keys.data.length > 0,
    event: events.data.length > 0,
    widget: player.buddyId !== null
  }
}

export const Steps = ({ isSetUp, progress }: { readonly progress: Progress; readonly isSetUp: boolean }) => {
  if (isSetUp) return null
  const done = steps.filter(([name]) => progress[name]).length
  const next = steps.find(([name]) => !progress[name])?.[0]
  return (
    <section class="card steps" aria-labelledby="steps">
      <header class="card-head">
        <h2 id="steps">{words.steps.title}</h2>
        <span class="fine">{words.steps.done(done, steps.length)}</span>
      </header>
      <progress max={steps.length} value={done} aria-labelledby="steps" />
      <ol>
        {steps.map(([name, to]) => (
          <li key={name} class={progress[name] ? "done" : name === next ? "next" : ""}>
            <span class="tick">{progress[name] && <icons.check />}</span>
            <div>
              <h3>
                {words.steps[name].title}
                <span class="hidden-text"> ({progress[name] ? words.steps.isDone : words.steps.isOpen})</span>
              </h3>
              <p class="fine">{words.steps[name].text}</p>
            </div>
            <Link to={to} kind={`button ${name === next ? "primary" : "plain"}`}>
              {words.steps[name].go}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
