/** Who changed what in the workspace. */
import { useEffect, useState } from "preact/hooks"
import type { AuditEntry } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { useFilter } from "../../core/router.ts"
import { csvOf, saveAs } from "../../core/save.ts"
import { useMissingRole } from "../../core/workspace.tsx"
import { Button } from "../../ui/button.tsx"
import { Text } from "../../ui/field.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Card, Pill, Time } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { settings } from "../../words/workspace.ts"

const words = settings.audit

const isRefused = (status: number | null) => status !== null && status >= 400

const row = (entry: AuditEntry) => (
  <tr key={entry.auditId}>
    <td>
      <Time at={entry.createdAt} />
    </td>
    <td>{entry.actor.label === "" ? words.nobody : entry.actor.label}</td>
    <td>
      <code>{entry.action}</code>
    </td>
    <td class="soft">{entry.target === null ? "–" : `${entry.target.type.replaceAll("_", " ")} ${entry.target.id}`}</td>
    <td>{entry.status === null ? "–" : <Pill tone={isRefused(entry.status) ? "bad" : ""}>{entry.status}</Pill>}</td>
  </tr>
)

const csv = (entries: ReadonlyArray<AuditEntry>) =>
  csvOf([
    ["created_at", "actor", "action", "target_type", "target_id", "status", "request_id"],
    ...entries.map(({ action, actor, createdAt, requestId, status, target }) => [
      createdAt,
      actor.label,
      action,
      target?.type,
      target?.id,
      status,
      requestId
    ])
  ])

const List = () => {
  const [action, setAction] = useFilter("action")
  const [typed, setTyped] = useState(action)
  useEffect(() => setTyped(action), [action])
  const pages = usePages(
    (signal) => api.auditLog.list({ limit: 50, action: action === "" ? undefined : action }, { signal }),
    [action]
  )
  const save = (
    <Button small isOff={pages.items === undefined} onClick={() => saveAs("audit-log.csv", csv(pages.items ?? []))}>
      {words.csv}
    </Button>
  )
  return (
    <Card title={words.title} actions={save}>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setAction(typed.trim())
        }}
      >
        <Text type="search" label={words.action} value={typed} onValue={setTyped} />
        <Button type="submit">{words.show}</Button>
      </form>
      <Listing pages={pages} label={words.title} words={words} row={row} />
    </Card>
  )
}

export const Audit = () => {
  const missing = useMissingRole("admin")
  if (missing === undefined) return <List />
  return (
    <Notice>
      <p>{common.needsRole(missing)}</p>
    </Notice>
  )
}
