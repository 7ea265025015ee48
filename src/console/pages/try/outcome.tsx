/** What an event would do, and what every rule wanted and found. */
import type { Ingested } from "../../../../sdk/src/index.ts"
import { Empty } from "../../ui/notice.tsx"
import { Pill, Table } from "../../ui/things.tsx"
import { tryOut as words } from "../../words/try.ts"

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

export const summaryOf = ({ badgesAwarded, coins, evolutionReady, streakUpdates, tokens }: Ingested["effects"]) => [
  ...(coins === 0 ? [] : [words.coins(coins)]),
  ...tokens.map(({ amount, tokenKey }) => words.token(amount, tokenKey)),
  ...badgesAwarded.map(({ label }) => words.badge(label)),
  ...streakUpdates.filter(({ extended }) => extended).map((one) => words.streak(one.streakKey, one.currentStreak)),
  ...(evolutionReady ? [words.ready] : [])
]

export const Outcome = ({ answer, title }: { readonly answer: Ingested | undefined; readonly title: string }) => {
  if (answer === undefined) return <Empty title={words.none} />
  const summary = summaryOf(answer.effects)
  return (
    <div class="stack">
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
      <h3>{words.rules}</h3>
      <Trace rules={answer.trace ?? []} label={`${title}: ${words.rules}`} />
    </div>
  )
}
