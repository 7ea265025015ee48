/** What an event would do, and what every rule wanted and found. */
import type { Ingested } from "../../../../sdk/src/index.ts"
import { Empty } from "../../ui/notice.tsx"
import { Summary, Trace } from "../../ui/trace.tsx"
import { tryOut as words } from "../../words/try.ts"

export const Outcome = ({ answer, title }: { readonly answer: Ingested | undefined; readonly title: string }) => {
  if (answer === undefined) return <Empty title={words.none} />
  return (
    <div class="stack">
      <Summary effects={answer.effects} rules={answer.trace} />
      <h3>{words.rules}</h3>
      <Trace rules={answer.trace ?? []} label={`${title}: ${words.rules}`} />
    </div>
  )
}
