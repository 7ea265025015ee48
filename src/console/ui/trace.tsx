/** What an event did or would do, and what every rule wanted and found. */
import type { Ingested } from "../../../sdk/src/index.ts"
import { Pill, Table } from "./things.tsx"
import { tryOut as words } from "../words/try.ts"

type Traced = NonNullable<Ingested["trace"]>[number]

const shown = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value))

const Why = ({ rule }: { readonly rule: Traced }) => {
  const details = Object.entries(rule.detail)
  return (
    <>
      {words.reasons[rule.reason] ?? rule.reason.replaceAll("_", " ")}
      {details.length > 0 && (
        <dl class="details" aria-label={words.details}>
          {details.map(([name, value]) => (
            <div key={name}>
              <dt>{name.replaceAll("_", " ")}</dt>
              <dd>
                <code>{shown(value)}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

export const Trace = ({ label, rules }: { readonly rules: ReadonlyArray<Traced>; readonly label: string }) => (
  <Table head={words.head} label={label}>
    {rules.map((rule) => (
      <tr key={`${rule.type}/${rule.key}`}>
        <td>
          <Pill tone={rule.outcome === "fired" ? "good" : ""}>{words[rule.outcome]}</Pill>
        </td>
        <td>
          <code>{rule.key}</code>
          <span class="fine"> {rule.type.replaceAll("_", " ")}</span>
        </td>
        <td class="soft">
          <Why rule={rule} />
        </td>
      </tr>
    ))}
  </Table>
)

/** Points of a skill, which stand with its rule alone. */
const pointsIn = (rules: ReadonlyArray<Traced>) =>
  rules.flatMap(({ detail, outcome, type }) => {
    const { points, skill_key: skill } = detail
    return type === "skill_rule" && outcome === "fired" && typeof points === "number" && points !== 0
      ? [words.points(points, String(skill))]
      : []
  })

/** `rules`: every one that was asked, where they are known */
export const summaryOf = (
  { badgesAwarded, coins, evolutionReady, pathUpdates, streakUpdates, tokens }: Ingested["effects"],
  rules: ReadonlyArray<Traced> = []
) => [
  ...(coins === 0 ? [] : [words.coins(coins)]),
  ...tokens.map(({ amount, tokenKey }) => words.token(amount, tokenKey)),
  ...pointsIn(rules),
  ...badgesAwarded.map(({ label }) => words.badge(label)),
  ...streakUpdates.filter(({ extended }) => extended).map((one) => words.streak(one.streakKey, one.currentStreak)),
  ...pathUpdates.map(({ pathKey, stepKey, subStepKey }) => words.step(pathKey, stepKey, subStepKey)),
  ...(evolutionReady ? [words.ready] : [])
]

/** In short: what it came to. */
export const Summary = ({
  effects,
  rules
}: {
  readonly effects: Ingested["effects"]
  readonly rules?: ReadonlyArray<Traced> | undefined
}) => {
  const summary = summaryOf(effects, rules)
  return (
    <p class="outcome">
      {summary.length === 0 ? (
        <Pill>{words.nothing}</Pill>
      ) : (
        summary.map((text) => (
          <Pill key={text} tone="good">
            {text}
          </Pill>
        ))
      )}
    </p>
  )
}
