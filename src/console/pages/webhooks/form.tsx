/** An endpoint's address and what it hears of: for a new one and for one that changes. */
import { useState } from "preact/hooks"
import type { NewWebhookConfig, WebhookConfig } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Check, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Code } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { webhooks as words } from "../../words/webhooks.ts"

/** The name for whatever happens. */
const all = "*"

const Events = ({
  chosen,
  onChosen
}: {
  readonly chosen: ReadonlyArray<string>
  readonly onChosen: (events: ReadonlyArray<string>) => void
}) => {
  const { again, data, error } = useRead((signal) => api.webhooks.listEvents({ signal }))
  const isAll = chosen.includes(all)
  const events = data?.data.filter(({ sentTo }) => sentTo === "endpoints")
  return (
    <fieldset>
      <legend>{words.form.events}</legend>
      <Check label={words.form.all} isOn={isAll} onValue={(isOn) => onChosen(isOn ? [all] : [])} />
      <Failure error={error} again={again} />
      {!isAll && events === undefined && error === undefined && <Skeleton lines={4} />}
      {!isAll && (
        <div class="checks">
          {events?.map(({ event }) => (
            <Check
              key={event}
              label={event}
              isOn={chosen.includes(event)}
              onValue={(isOn) => onChosen(isOn ? [...chosen, event] : chosen.filter((one) => one !== event))}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}

export const EndpointForm = ({
  endpoint,
  onClose,
  onDone
}: {
  /** absent: a new one */
  readonly endpoint?: WebhookConfig
  readonly onClose: () => void
  readonly onDone: (made: WebhookConfig | NewWebhookConfig) => void
}) => {
  const [url, setUrl] = useState(endpoint?.url ?? "")
  const [description, setDescription] = useState(endpoint?.description ?? "")
  const [events, setEvents] = useState<ReadonlyArray<string>>(endpoint?.events ?? [all])
  const { error, isBusy, run } = useAct(async () => {
    const body = { url: url.trim(), description: description.trim(), events: [...events] }
    onDone(
      await (endpoint === undefined ? api.webhooks.create(body) : api.webhooks.update(endpoint.webhookConfigId, body))
    )
  })
  const title = endpoint === undefined ? words.add : words.form.edit
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={error} fields={["url", "description"]} onSend={run} label={title}>
        <Text
          type="url"
          label={words.form.url}
          hint={words.form.urlHint}
          value={url}
          onValue={setUrl}
          error={issueAt(error, "url")}
        />
        <Text
          label={words.form.description}
          value={description}
          onValue={setDescription}
          error={issueAt(error, "description")}
        />
        <Events chosen={events} onChosen={setEvents} />
        <div class="row end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy} isOff={url.trim() === "" || events.length === 0}>
            {endpoint === undefined ? words.add : common.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Shown once, and gone with its dialog. */
export const Secret = ({ onClose, secret }: { readonly secret: string; readonly onClose: () => void }) => (
  <Dialog title={words.secret.title}>
    <Notice tone="warning">
      <p>{words.secret.once}</p>
    </Notice>
    <Code label={words.secret.label} text={secret} />
    <div class="row end">
      <Button kind="primary" onClick={onClose}>
        {words.secret.close}
      </Button>
    </div>
  </Dialog>
)
