/** Making keys: a secret one or a publishable one, shown once. */
import { useState } from "preact/hooks"
import type { NewApiKey, NewPublishableKey } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { root } from "../../core/place.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Area, Check, Select, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Code } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { keys as words } from "../../words/keys.ts"

export type Made = NewApiKey | NewPublishableKey

type Permission = keyof typeof words.permitted

const permissions = Object.keys(words.permitted) as ReadonlyArray<Permission>

interface Closing {
  readonly onClose: () => void
  readonly onMade: (made: Made) => void
}

export const CreateSecret = ({ onClose, onMade }: Closing) => {
  const [label, setLabel] = useState("")
  const [mode, setMode] = useState("test")
  const [ends, setEnds] = useState("")
  const { error, isBusy, run } = useAct(async () =>
    onMade(
      await api.auth.createApiKey({
        label: label.trim(),
        mode: mode === "live" ? "live" : "test",
        expiresAt: ends === "" ? null : new Date(ends).toISOString()
      })
    )
  )
  return (
    <Dialog title={words.create} onClose={onClose}>
      <Form error={error} fields={["label", "expires_at"]} onSend={run} label={words.create}>
        <Text
          label={words.label}
          hint={words.labelHint}
          value={label}
          onValue={setLabel}
          error={issueAt(error, "label", words.labelMissing)}
        />
        <Select
          label={words.mode}
          value={mode}
          choices={[
            { value: "test", text: words.modeTest },
            { value: "live", text: words.modeLive }
          ]}
          onValue={setMode}
        />
        <Text
          label={words.expires}
          hint={words.expiresHint}
          type="datetime-local"
          value={ends}
          onValue={setEnds}
          error={issueAt(error, "expires_at")}
        />
        <div class="row end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {words.create}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

export const CreatePublishable = ({ onClose, onMade }: Closing) => {
  const [label, setLabel] = useState("")
  const [granted, setGranted] = useState(permissions)
  const [origins, setOrigins] = useState("")
  const { error, isBusy, run } = useAct(async () => {
    const pages = origins.split(/\s+/).filter((origin) => origin !== "")
    onMade(
      await api.auth.createPublishableKey({
        label: label.trim(),
        permissions: [...granted],
        allowedOrigins: pages.length === 0 ? null : pages
      })
    )
  })
  const unpermitted = issueAt(error, "permissions") === undefined ? undefined : words.permitSomething
  return (
    <Dialog title={words.createPublishable} onClose={onClose}>
      <Form
        error={error}
        fields={["label", "permissions", "allowed_origins"]}
        onSend={run}
        label={words.createPublishable}
      >
        <Text
          label={words.label}
          hint={words.labelHint}
          value={label}
          onValue={setLabel}
          error={issueAt(error, "label", words.labelMissing)}
        />
        <fieldset>
          <legend>{words.permissions}</legend>
          {permissions.map((permission) => (
            <Check
              key={permission}
              label={words.permitted[permission]}
              isOn={granted.includes(permission)}
              onValue={(isOn) =>
                setGranted(permissions.filter((one) => (one === permission ? isOn : granted.includes(one))))
              }
            />
          ))}
          {unpermitted !== undefined && <p class="field-error">{unpermitted}</p>}
        </fieldset>
        <Area
          label={words.origins}
          hint={words.originsHint}
          rows={2}
          value={origins}
          onValue={setOrigins}
          error={issueAt(error, "allowed_origins")}
        />
        <div class="row end">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {words.createPublishable}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

const curlOf = (key: string, type: string) => {
  const body = JSON.stringify({
    event_id: `first-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`,
    user_id: "player-0",
    type,
    occurred_at: new Date().toISOString(),
    properties: {}
  })
  return [
    `curl ${root}/api/v1/events \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${body}'`
  ].join("\n")
}

const look_again_ms = 2_000

/** Whether an event came in since the dialog stands here. */
const Waiting = () => {
  const { data: before } = useRead((signal) => api.events.list({ limit: 1 }, { signal }))
  const now = useRead((signal) => api.events.list({ limit: 1 }, { signal }), [], look_again_ms)
  const newest = now.data?.data[0]
  const hasCome = before !== undefined && newest !== undefined && newest.eventId !== before.data[0]?.eventId
  return (
    <Notice tone={hasCome ? "good" : "info"}>
      <p>{hasCome ? words.made.arrived(newest.type) : words.made.waiting}</p>
    </Notice>
  )
}

/** The key stands in this dialog and nowhere else, and goes with it. */
export const Shown = ({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) => {
  const types = useRead((signal) => api.eventTypes.list({ limit: 1 }, { signal }))
  const [curl, setCurl] = useState<string>()
  const type = types.data?.data[0]?.eventType
  if (curl === undefined && type !== undefined) setCurl(curlOf(made.key, type))
  return (
    <Dialog title={words.made.title} wide>
      <Notice tone="warning">
        <p>{words.made.once}</p>
      </Notice>
      <Code text={made.key} label={words.made.key} />
      {made.type === "secret" && curl !== undefined && (
        <>
          <h3>{words.made.curl}</h3>
          <Code text={curl} label={words.made.curl} />
          <Waiting />
        </>
      )}
      <div class="row end">
        <Button kind="primary" onClick={onClose}>
          {words.made.close}
        </Button>
      </div>
    </Dialog>
  )
}
