/** Moving buddies of earlier versions to the live one: counted first, then done. */
import { useState } from "preact/hooks"
import type { ConfigVersionSummary } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useAct } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Failure } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Card } from "../../ui/things.tsx"
import { publish as words } from "../../words/publish.ts"

export const Move = ({ active }: { readonly active: ConfigVersionSummary }) => {
  const [count, setCount] = useState<number>()
  const id = active.configVersionId
  const look = useAct(async () => {
    const plan = await api.configVersions.migrateBuddies(id, { dryRun: true })
    if ("buddies" in plan) setCount(plan.buddies)
  })
  const move = useAct(async () => {
    const begun = await api.configVersions.migrateBuddies(id)
    if ("operationId" in begun) await api.operations.wait(begun.operationId)
    setCount(undefined)
    say(words.move.done)
  })
  return (
    <Card title={words.move.title} note={words.move.text}>
      <Failure error={look.error ?? move.error} />
      <div class="row">
        {count === undefined && (
          <Button isBusy={look.isBusy} onClick={look.run}>
            {words.move.look}
          </Button>
        )}
        {count !== undefined && <span>{count === 0 ? words.move.none : words.move.would(count)}</span>}
        {count !== undefined && count > 0 && (
          <Button isBusy={move.isBusy} onClick={move.run}>
            {move.isBusy ? words.move.busy : words.move.send(count)}
          </Button>
        )}
      </div>
    </Card>
  )
}
