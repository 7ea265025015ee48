/** Work under way and done: what failed, why, and an end for what nobody wants any more. */
import type { Operation } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { useAct } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Choose, Filters, useChoice } from "../../ui/filters.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Pill, Time } from "../../ui/things.tsx"
import { operations as words } from "../../words/watch.ts"

const look_again_ms = 10_000

const tones: Readonly<Record<string, string>> = { failed: "bad", completed: "good", processing: "accent" }

const Row = ({ onDone, operation }: { readonly operation: Operation; readonly onDone: () => void }) => {
  const { attempts, error, operationId, resourceId, resourceType, status, type } = operation
  const cancel = useAct(async () => {
    await api.operations.cancel(operationId)
    say(words.cancelled)
    onDone()
  })
  return (
    <tr>
      <td>
        <strong>{type.replaceAll("_", " ")}</strong>
        <div class="fine">
          <code>{operationId}</code>
        </div>
      </td>
      <td>
        <Pill tone={tones[status] ?? ""}>{words.statuses[status]}</Pill>
        {error !== null && <div class="fine">{error.message}</div>}
        {attempts > 1 && <div class="fine">{words.attempts(attempts)}</div>}
      </td>
      <td class="soft">
        {resourceType.replaceAll("_", " ")} <code>{resourceId}</code>
      </td>
      <td>
        <Time at={operation.createdAt} />
      </td>
      <td>
        <Time at={operation.finishedAt} />
      </td>
      <td>
        {status === "pending" && (
          <Button
            small
            needs="admin"
            isBusy={cancel.isBusy}
            label={words.cancelLabel(operationId)}
            onClick={cancel.run}
          >
            {words.cancel}
          </Button>
        )}
        <Failure error={cancel.error} />
      </td>
    </tr>
  )
}

const Operations = () => {
  const status = useChoice("status", words.statuses)
  const pages = usePages((signal) => api.operations.list({ limit: 50, status }, { signal }), [status], look_again_ms)
  return (
    <Page title={words.title} intro={words.intro}>
      <Filters>
        <Choose name="status" label={words.status} texts={words.statuses} />
      </Filters>
      <Listing
        pages={pages}
        label={words.title}
        words={words}
        row={(operation) => <Row key={operation.operationId} operation={operation} onDone={pages.again} />}
      />
    </Page>
  )
}

export default Operations
