/** Keys: which there are, new ones, and the end of old ones. */
import { useState } from "preact/hooks"
import type { ApiKey } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Select } from "../../ui/field.tsx"
import { Empty, Failure, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { Pill, Table, Time } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { keys as words } from "../../words/keys.ts"
import { CreatePublishable, CreateSecret, type Made, Shown } from "./create.tsx"
import { SendEvent } from "./event.tsx"

const Revoke = ({
  apiKey,
  onClose,
  onDone
}: {
  readonly apiKey: ApiKey
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { error, isBusy, run } = useAct(async () => {
    await api.auth.deleteApiKey(apiKey.apiKeyId)
    onDone()
  })
  return (
    <Dialog title={words.revoke.title(apiKey.label)} onClose={onClose}>
      <p>{words.revoke.text(apiKey.last4)}</p>
      {apiKey.type === "publishable" && <p>{words.revoke.publishable}</p>}
      <Failure error={error} />
      <div class="row end">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={run}>
          {words.revoke.send}
        </Button>
      </div>
    </Dialog>
  )
}

const Rotate = ({
  all,
  onClose,
  onMade
}: {
  readonly all: ReadonlyArray<ApiKey>
  readonly onClose: () => void
  readonly onMade: (made: Made) => void
}) => {
  const [mode, setMode] = useState<"test" | "live">("test")
  // Whatever the new one is for: somebody who is signed in ends every secret key.
  const dying = all.filter((key) => key.type === "secret")
  const { error, isBusy, run } = useAct(async () => onMade(await api.auth.rotateApiKeys({ mode })))
  return (
    <Dialog title={words.rotate.title} onClose={onClose}>
      <Select
        label={words.mode}
        value={mode}
        choices={[
          { value: "test", text: words.modeTest },
          { value: "live", text: words.modeLive }
        ]}
        onValue={(chosen) => setMode(chosen === "live" ? "live" : "test")}
      />
      <p>{words.rotate.text}</p>
      {dying.length === 0 ? (
        <p class="hint">{words.rotate.none}</p>
      ) : (
        <ul class="bullets">
          {dying.map((key) => (
            <li key={key.apiKeyId}>
              {key.label} <code>{words.ends(key.last4)}</code>
            </li>
          ))}
        </ul>
      )}
      <Failure error={error} />
      <div class="row end">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={run}>
          {words.rotate.rotate}
        </Button>
      </div>
    </Dialog>
  )
}

const permitted: Readonly<Record<string, string>> = words.permitted

const permittedOf = (scope: string) => permitted[scope] ?? scope

const Row = ({ apiKey, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) => (
  <tr>
    <td>
      <strong>{apiKey.label}</strong>
    </td>
    <td>
      <span class="row">
        <Pill tone={apiKey.type === "secret" ? "warning" : "accent"}>{words.kinds[apiKey.type]}</Pill>
        <Pill>{words.modes[apiKey.mode]}</Pill>
        <code>{words.ends(apiKey.last4)}</code>
      </span>
    </td>
    <td class="soft">{apiKey.scopes.includes("*") ? words.everything : apiKey.scopes.map(permittedOf).join(", ")}</td>
    <td>
      <Time at={apiKey.createdAt} />
    </td>
    <td>{apiKey.lastUsedAt === null ? words.never : <Time at={apiKey.lastUsedAt} />}</td>
    <td>{apiKey.expiresAt === null ? words.never : <Time at={apiKey.expiresAt} />}</td>
    <td>
      <Button
        small
        kind="danger"
        needs="admin"
        label={`${words.revoke.send}: ${apiKey.label} ${words.ends(apiKey.last4)}`}
        onClick={onRevoke}
      >
        {words.revoke.send}
      </Button>
    </td>
  </tr>
)

type Doing = "secret" | "publishable" | "rotate" | undefined

const Keys = () => {
  const { again, data, error } = useRead((signal) => api.auth.listApiKeys({ signal }))
  const [doing, setDoing] = useState<Doing>()
  const [made, setMade] = useState<Made>()
  const [dying, setDying] = useState<ApiKey>()
  const close = () => setDoing(undefined)
  const onMade = (fresh: Made) => {
    close()
    setMade(fresh)
    again()
  }
  const actions = (
    <>
      <Button needs="admin" onClick={() => setDoing("rotate")}>
        {words.rotate.send}
      </Button>
      <Button needs="admin" onClick={() => setDoing("publishable")}>
        {words.createPublishable}
      </Button>
      <Button kind="primary" icon="plus" needs="admin" onClick={() => setDoing("secret")}>
        {words.create}
      </Button>
    </>
  )
  return (
    <Page title={words.title} intro={words.intro} actions={actions}>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={5} />
      ) : data.data.length === 0 ? (
        <Empty title={words.empty}>
          <p class="hint">{words.emptyText}</p>
        </Empty>
      ) : (
        <Table head={words.head} label={words.title}>
          {data.data.map((key) => (
            <Row key={key.apiKeyId} apiKey={key} onRevoke={() => setDying(key)} />
          ))}
        </Table>
      )}
      <SendEvent />
      {doing === "secret" && <CreateSecret onClose={close} onMade={onMade} />}
      {doing === "publishable" && <CreatePublishable onClose={close} onMade={onMade} />}
      {doing === "rotate" && <Rotate all={data?.data ?? []} onClose={close} onMade={onMade} />}
      {made !== undefined && <Shown made={made} onClose={() => setMade(undefined)} />}
      {dying !== undefined && (
        <Revoke
          apiKey={dying}
          onClose={() => setDying(undefined)}
          onDone={() => {
            setDying(undefined)
            again()
          }}
        />
      )}
    </Page>
  )
}

export default Keys
