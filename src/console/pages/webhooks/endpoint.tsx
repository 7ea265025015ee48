/** One endpoint: how it does, what was sent to it, and what can be done about it. */
import { useState } from "preact/hooks"
import type { WebhookConfig } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useAct, useRead } from "../../core/read.ts"
import { go } from "../../core/router.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Facts } from "../../ui/facts.tsx"
import { Failure, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Time } from "../../ui/things.tsx"
import { webhooks as words } from "../../words/webhooks.ts"
import { Deliveries } from "./deliveries.tsx"
import { EndpointForm, Secret } from "./form.tsx"
import { Recover, Rotate, Test } from "./doing.tsx"
import { State } from "./state.tsx"

type Doing = "edit" | "remove" | "rotate" | "test" | "recover"

const About = ({ endpoint }: { readonly endpoint: WebhookConfig }) => {
  const { facts } = words
  return (
    <Card>
      <Facts
        of={[
          [facts.state, <State endpoint={endpoint} />],
          [facts.description, endpoint.description === "" ? "–" : endpoint.description],
          [facts.events, endpoint.events.includes("*") ? words.everything : endpoint.events.join(", ")],
          [facts.failing, <Time at={endpoint.failingSince} />],
          [facts.old, <Time at={endpoint.previousSecretExpiresAt} />],
          [facts.id, <code>{endpoint.webhookConfigId}</code>]
        ]}
      />
    </Card>
  )
}

const Actions = ({
  endpoint,
  onChanged,
  onDo
}: {
  readonly endpoint: WebhookConfig
  readonly onChanged: () => void
  readonly onDo: (doing: Doing) => void
}) => {
  const isOn = endpoint.enabled && endpoint.status === "active"
  const { error, isBusy, run } = useAct(async () => {
    await api.webhooks.update(endpoint.webhookConfigId, { enabled: !isOn })
    say(words.form.saved)
    onChanged()
  })
  return (
    <>
      <Failure error={error} />
      <div class="row">
        <Button kind="primary" onClick={() => onDo("test")}>
          {words.test}
        </Button>
        <Button icon="edit" onClick={() => onDo("edit")}>
          {words.edit}
        </Button>
        <Button icon="key" onClick={() => onDo("rotate")}>
          {words.rotate}
        </Button>
        <Button onClick={() => onDo("recover")}>{words.recover}</Button>
        <Button isBusy={isBusy} onClick={run}>
          {isOn ? words.disable : words.enable}
        </Button>
        <Button kind="danger" icon="bin" onClick={() => onDo("remove")}>
          {words.remove}
        </Button>
      </div>
    </>
  )
}

const Doings = ({
  doing,
  endpoint,
  onChanged,
  onClose,
  onSecret
}: {
  readonly doing: Doing | undefined
  readonly endpoint: WebhookConfig
  readonly onClose: () => void
  readonly onChanged: () => void
  readonly onSecret: (secret: string) => void
}) => {
  const id = endpoint.webhookConfigId
  const remove = async () => {
    await api.webhooks.delete(id)
    say(words.removed)
    go("/webhooks", { replace: true })
  }
  const done = () => {
    onClose()
    onChanged()
  }
  if (doing === "edit") return <EndpointForm endpoint={endpoint} onClose={onClose} onDone={done} />
  if (doing === "test") return <Test endpoint={endpoint} onClose={onClose} onDone={onChanged} />
  if (doing === "recover") return <Recover id={id} onClose={onClose} onDone={onChanged} />
  if (doing === "rotate") return <Rotate id={id} onClose={onClose} onSecret={onSecret} />
  if (doing === "remove") {
    return (
      <Confirm isDanger title={words.removeTitle} send={words.remove} onClose={onClose} onSend={remove}>
        <p>{words.removeText(endpoint.url)}</p>
      </Confirm>
    )
  }
  return null
}

export const Endpoint = ({ id }: { readonly id: string }) => {
  const [turn, setTurn] = useState(0)
  const [doing, setDoing] = useState<Doing>()
  const [secret, setSecret] = useState<string>()
  const { again, data, error } = useRead((signal) => api.webhooks.get(id, { signal }), [id, turn])
  const changed = () => setTurn((before) => before + 1)
  return (
    <Page title={data?.url ?? words.title}>
      <p>
        <Link to="/webhooks">{words.back}</Link>
      </p>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton tall lines={6} />
      ) : (
        <>
          <About endpoint={data} />
          <Actions endpoint={data} onChanged={changed} onDo={setDoing} />
          <Deliveries id={id} turn={turn} />
          <Doings
            doing={doing}
            endpoint={data}
            onClose={() => setDoing(undefined)}
            onChanged={changed}
            onSecret={(fresh) => {
              setSecret(fresh)
              changed()
            }}
          />
        </>
      )}
      {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}
