/** What changed a buddy beside events: who did it, what was asked, and what came of it. */
import { useState } from "preact/hooks"
import type { BuddyChange } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { useRead } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure, Skeleton } from "../../ui/notice.tsx"
import { Code, Time } from "../../ui/things.tsx"
import { Summary, Trace } from "../../ui/trace.tsx"
import { players } from "../../words/players.ts"

const words = players.changes

const nameOf = ({ kind }: BuddyChange) => kind.replaceAll("_", " ")

const Explained = ({
  change,
  id,
  onClose
}: {
  readonly id: string
  readonly change: BuddyChange
  readonly onClose: () => void
}) => {
  const { again, data, error } = useRead((signal) => api.buddies.getChange(id, change.changeId, { signal }))
  return (
    <Dialog wide title={words.title(nameOf(change))} onClose={onClose}>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={4} />
      ) : (
        <>
          <Summary effects={data.effects} rules={data.trace} />
          <Code label={words.head[3]!} text={JSON.stringify(data.input, null, 2)} />
          {data.trace.length === 0 ? (
            <p class="hint">{words.noRules}</p>
          ) : (
            <Trace rules={data.trace} label={words.rules} />
          )}
        </>
      )}
    </Dialog>
  )
}

export const Changes = ({ id, turn }: { readonly id: string; readonly turn: number }) => {
  const pages = usePages((signal) => api.buddies.listChanges(id, { limit: 50 }, { signal }), [id, turn])
  const [shown, setShown] = useState<BuddyChange>()
  const row = (change: BuddyChange) => (
    <tr key={change.changeId}>
      <td>
        <Time at={change.occurredAt} />
      </td>
      <td>
        <strong>{nameOf(change)}</strong>
      </td>
      <td class="soft">{change.origin === null ? words.nobody : change.origin.type.replaceAll("_", " ")}</td>
      <td>
        <code class="short">{JSON.stringify(change.input)}</code>
      </td>
      <td>
        <Button small kind="quiet" label={words.explainLabel(nameOf(change))} onClick={() => setShown(change)}>
          {words.explain}
        </Button>
      </td>
    </tr>
  )
  return (
    <>
      <Listing pages={pages} label={players.tabs.changes} words={words} row={row} />
      {shown !== undefined && <Explained id={id} change={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
