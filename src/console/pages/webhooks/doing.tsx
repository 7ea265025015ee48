/** What is done with an endpoint, each in its dialog. */
import { useState } from "preact/hooks"
import type { WebhookConfig } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { numberFrom } from "../../core/numbers.ts"
import { useRead } from "../../core/read.ts"
import { Confirm } from "../../ui/confirm.tsx"
import { Select, Text } from "../../ui/field.tsx"
import { issueAt } from "../../ui/form.tsx"
import { Failure } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { numberOf } from "../../ui/things.tsx"
import { webhooks as words } from "../../words/webhooks.ts"

interface Closing {
  readonly onClose: () => void
  readonly onDone: () => void
}

type TestEvent = Parameters<typeof api.webhooks.test>[1]["event"]

export const Test = ({ endpoint, onClose, onDone }: Closing & { readonly endpoint: WebhookConfig }) => {
  const { again, data, error } = useRead((signal) => api.webhooks.listEvents({ signal }))
  const events = (data?.data ?? []).filter(({ sentTo }) => sentTo === "endpoints").map(({ event }) => event)
  const [chosen, setChosen] = useState("")
  const event = chosen === "" ? (events.find((one) => endpoint.events.includes(one)) ?? events[0] ?? "") : chosen
  const send = async () => {
    // The catalogue of events is the service's own: what it lists it can send.
    await api.webhooks.test(endpoint.webhookConfigId, { event: event as TestEvent })
    say(words.testSent)
    onDone()
  }
  return (
    <Confirm title={words.testTitle} send={words.test} isReady={event !== ""} onClose={onClose} onSend={send}>
      <p>{words.testText}</p>
      <Failure error={error} again={again} />
      <Select
        label={words.testEvent}
        value={event}
        choices={events.map((value) => ({ value, text: value }))}
        onValue={setChosen}
      />
    </Confirm>
  )
}

export const Recover = ({ id, onClose, onDone }: Closing & { readonly id: string }) => {
  const [since, setSince] = useState("")
  const send = async () => {
    const at = since === "" ? new Date(Date.now() - 86_400_000) : new Date(since)
    const { recovered } = await api.webhooks.recover(id, { since: at.toISOString() })
    say(words.recovered(numberOf(recovered)))
    onDone()
  }
  return (
    <Confirm title={words.recoverTitle} send={words.recover} onClose={onClose} onSend={send}>
      <p>{words.recoverText}</p>
      <Text type="datetime-local" label={words.since} value={since} onValue={setSince} />
    </Confirm>
  )
}

export const Rotate = ({
  id,
  onClose,
  onSecret
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onSecret: (secret: string) => void
}) => {
  const [hours, setHours] = useState("24")
  const graceHours = numberFrom(hours)
  const send = async () => {
    if (graceHours !== undefined) onSecret((await api.webhooks.rotateSecret(id, { graceHours })).secret)
  }
  return (
    <Confirm
      title={words.rotateTitle}
      send={words.rotate}
      fields={["grace_hours"]}
      // No number is no nought, with which the old secret would end at once.
      isReady={graceHours !== undefined}
      onClose={onClose}
      onSend={send}
    >
      {(error) => (
        <>
          <p>{words.rotateText}</p>
          <Text
            type="number"
            label={words.grace}
            value={hours}
            onValue={setHours}
            error={issueAt(error, "grace_hours")}
          />
        </>
      )}
    </Confirm>
  )
}
