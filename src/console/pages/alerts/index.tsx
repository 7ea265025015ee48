/** What is out of the ordinary: seen, dismissed, or over by itself. */
import { useState } from "preact/hooks"
import type { EconomyAlert } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { usePages } from "../../core/pages.ts"
import { useAct } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Text } from "../../ui/field.tsx"
import { Choose, Filters, useChoice } from "../../ui/filters.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { numberOf, Pill, Time } from "../../ui/things.tsx"
import { alerts as words } from "../../words/watch.ts"

const tones = { info: "", warning: "warning", critical: "bad" }

const nameOf = ({ kind, subject }: EconomyAlert) => `${kind.replaceAll("_", " ")} · ${subject.key}`

interface RowProps {
  readonly alert: EconomyAlert
  readonly onDone: () => void
  readonly onDismiss: () => void
}

const Row = ({ alert, onDismiss, onDone }: RowProps) => {
  const { error, isBusy, run } = useAct(async () => {
    await api.alerts.update(alert.alertId, { status: "acknowledged" })
    say(words.acknowledged)
    onDone()
  })
  const name = nameOf(alert)
  const isOver = alert.status === "resolved" || alert.status === "dismissed"
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        <div class="fine">{alert.suggestion}</div>
        {alert.note !== null && <div class="fine">{alert.note}</div>}
        <Failure error={error} />
      </td>
      <td>
        <span class="row">
          <Pill tone={tones[alert.severity]}>{words.severities[alert.severity]}</Pill>
          <Pill>{words.statuses[alert.status]}</Pill>
        </span>
      </td>
      <td>{numberOf(alert.observed)}</td>
      <td>{alert.expected === null ? "–" : numberOf(alert.expected)}</td>
      <td>
        <Time at={alert.lastSeenAt} />
      </td>
      <td>
        {!isOver && (
          <span class="row">
            {alert.status === "open" && (
              <Button small isBusy={isBusy} label={words.label(words.acknowledge, name)} onClick={run}>
                {words.acknowledge}
              </Button>
            )}
            <Button small kind="quiet" label={words.label(words.dismiss, name)} onClick={onDismiss}>
              {words.dismiss}
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}

const Dismiss = ({
  alert,
  onClose,
  onDone
}: {
  readonly alert: EconomyAlert
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const [note, setNote] = useState("")
  const send = async () => {
    await api.alerts.update(alert.alertId, {
      status: "dismissed",
      ...(note.trim() === "" ? {} : { note: note.trim() })
    })
    say(words.dismissed)
    onDone()
  }
  return (
    <Confirm title={words.dismissTitle(nameOf(alert))} send={words.dismiss} onClose={onClose} onSend={send}>
      <p>{words.dismissText}</p>
      <Text label={words.note} value={note} onValue={setNote} />
    </Confirm>
  )
}

const Alerts = () => {
  const status = useChoice("status", words.statuses)
  const pages = usePages((signal) => api.alerts.list({ limit: 50, status }, { signal }), [status])
  const [dismissing, setDismissing] = useState<EconomyAlert>()
  return (
    <Page title={words.title} intro={words.intro}>
      <Filters>
        <Choose name="status" label={words.status} texts={words.statuses} />
      </Filters>
      <Listing
        pages={pages}
        label={words.title}
        words={words}
        row={(alert) => (
          <Row key={alert.alertId} alert={alert} onDone={pages.again} onDismiss={() => setDismissing(alert)} />
        )}
      />
      {dismissing !== undefined && (
        <Dismiss alert={dismissing} onClose={() => setDismissing(undefined)} onDone={pages.again} />
      )}
    </Page>
  )
}

export default Alerts
