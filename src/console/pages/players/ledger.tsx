/** Rows of a buddy's ledger, and the event or change each came with. */
import { useState } from "preact/hooks"
import type { LedgerRow } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { eventPath } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { useRead } from "../../core/read.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure, Skeleton } from "../../ui/notice.tsx"
import { numberOf, Time } from "../../ui/things.tsx"
import { Trace } from "../../ui/trace.tsx"
import { players } from "../../words/players.ts"

const words = players.ledger

const amountOf = ({ amount, direction }: LedgerRow) => `${direction === "credit" ? "+" : "−"}${numberOf(amount)}`

const unitOf = ({ tokenKey }: LedgerRow) => tokenKey ?? words.coin

const Explained = ({ onClose, row }: { readonly row: LedgerRow; readonly onClose: () => void }) => {
  const { again, data, error } = useRead((signal) =>
    api.economy.explainLedgerEntry(row.buddyId, row.ledgerId, { signal })
  )
  const cause = data?.cause
  return (
    <Dialog wide title={words.title} onClose={onClose}>
      <Failure error={error} again={again} />
      {data === undefined && error === undefined && <Skeleton lines={4} />}
      {data !== undefined && (
        <>
          {cause?.type === "event" && (
            <p>
              {words.event} <Link to={eventPath(cause.eventId)}>{cause.eventType}</Link>, <Time at={cause.occurredAt} />
            </p>
          )}
          {cause?.type === "change" && (
            <p>
              {words.change} <strong>{cause.kind.replaceAll("_", " ")}</strong>, <Time at={cause.occurredAt} />
            </p>
          )}
          {cause === null && <p class="hint">{words.unknown}</p>}
          {data.reversedBy.length > 0 && <p>{words.reversed}</p>}
          {data.trace.length > 0 && <Trace rules={data.trace} label={words.rules} />}
        </>
      )}
    </Dialog>
  )
}

export const Ledger = ({ id, turn }: { readonly id: string; readonly turn: number }) => {
  const pages = usePages((signal) => api.economy.listLedger(id, { limit: 50 }, { signal }), [id, turn])
  const [shown, setShown] = useState<LedgerRow>()
  const row = (entry: LedgerRow) => (
    <tr key={entry.ledgerId}>
      <td>
        <Time at={entry.createdAt} />
      </td>
      <td>{unitOf(entry)}</td>
      <td class="number">{amountOf(entry)}</td>
      <td class="number">{numberOf(entry.balanceAfter)}</td>
      <td class="soft">{entry.reason}</td>
      <td>
        <Button
          small
          kind="quiet"
          label={words.explainLabel(amountOf(entry), unitOf(entry))}
          onClick={() => setShown(entry)}
        >
          {words.explain}
        </Button>
      </td>
    </tr>
  )
  return (
    <>
      <Listing pages={pages} label={players.tabs.ledger} words={words} row={row} />
      {shown !== undefined && <Explained row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
