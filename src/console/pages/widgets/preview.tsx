/** The four widgets as users get them, on the workspace's own test player. */
import { useEffect, useRef } from "preact/hooks"
import { api } from "../../core/api.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Card } from "../../ui/things.tsx"
import { widgets } from "../../words/widgets.ts"
import { type FetchToken, loadWidgets } from "./loader.ts"

const words = widgets.preview
const player = "player-0"

const names = ["buddy", "marketplace", "leaderboard", "path"] as const

const tokenFor = async (buddyId: string, signal?: AbortSignal) => {
  const { token } = await api.widgetSessions.create(
    {
      buddyId,
      userId: player,
      scopes: ["read", "events:track", "marketplace:purchase", "items:equip"],
      ttlSeconds: 3600
    },
    { signal }
  )
  return token
}

/** A page that is left open outlives its token. */
const renew: FetchToken = ({ buddyId }) => (buddyId === undefined ? Promise.resolve(null) : tokenFor(buddyId))

const read = async (signal: AbortSignal) => {
  const [{ buddyId }, versions] = await Promise.all([
    api.playersZero.get({ signal }),
    api.configVersions.list({ limit: 100 }, { signal })
  ])
  return {
    isPublished: versions.data.some(({ isActive }) => isActive),
    shown: buddyId === null ? undefined : { buddyId, token: await tokenFor(buddyId, signal) }
  }
}

interface Shown {
  readonly buddyId: string
  readonly token: string
}

/** A place the loader finds by itself; its contents are the widget's. The token goes with it. */
const Mount = ({ buddyId, name, token }: Shown & { readonly name: (typeof names)[number] }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = document.createElement("div")
    element.setAttribute("data-embed-token", token)
    element.setAttribute("data-buddy-id", buddyId)
    element.setAttribute("data-hatched-mount", name)
    place.current?.replaceChildren(element)
    return () => element.remove()
  }, [buddyId, name, token])
  return <div class={`mount ${name}`} ref={place} />
}

const Hatch = ({ onDone }: { readonly onDone: () => void }) => {
  const { error, isBusy, run } = useAct(async () => {
    await api.ensureBuddy({ userId: player })
    onDone()
  })
  return (
    <Notice title={words.none}>
      <Button kind="primary" needs="admin" isBusy={isBusy} onClick={run}>
        {isBusy ? words.hatching : words.hatch}
      </Button>
      <Failure error={error} />
    </Notice>
  )
}

/** `turn`: another one reads the settings anew. */
export const Preview = ({ turn }: { readonly turn: number }) => {
  const { again, data, error } = useRead(read, [turn])
  const shown = data?.shown
  useEffect(() => {
    if (shown !== undefined) loadWidgets(renew)
  }, [shown])
  return (
    <Card title={words.title} note={words.note(player)}>
      <Failure error={error} again={again} />
      {data === undefined && error === undefined && <Skeleton lines={8} />}
      {data !== undefined && !data.isPublished && (
        <Notice>
          <p>{words.unpublished}</p>
          <Link to="/publish" kind="button plain">
            {words.publish}
          </Link>
        </Notice>
      )}
      {data !== undefined && data.isPublished && shown === undefined && <Hatch onDone={again} />}
      {shown !== undefined && (
        <div class="mounts">
          {names.map((name) => (
            <Mount key={name} name={name} {...shown} />
          ))}
        </div>
      )}
    </Card>
  )
}
