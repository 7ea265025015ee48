/** Hosted pages and showrooms: a list of each, made, published, taken offline, and handed on as a link. */
import { useState } from "preact/hooks"
import type { HostedSurface, Showroom } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { type Pages, usePages } from "../../core/pages.ts"
import { Button, Outside } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Text } from "../../ui/field.tsx"
import { issueAt } from "../../ui/form.tsx"
import { Listing } from "../../ui/listing.tsx"
import { planMissing } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { numberOf, Pill, Time } from "../../ui/things.tsx"
import { surfaces as words } from "../../words/insight.ts"
import { Handed } from "./handed.tsx"
import type { Surface } from "./kinds.ts"
import { Readiness } from "./readiness.tsx"

const hosted = (one: HostedSurface): Surface => ({
  ...one,
  id: one.hostedSurfaceId,
  count: one.players,
  qrUrl: undefined
})

const shown = (one: Showroom): Surface => ({
  ...one,
  id: one.showroomId,
  count: one.visits.total,
  qrUrl: one.qr.svgUrl
})

interface Kind {
  readonly tab: "pages" | "showrooms"
  readonly head: ReadonlyArray<string>
  readonly create: (name: string) => Promise<unknown>
  readonly publish: (id: string) => Promise<unknown>
  readonly unpublish: (id: string) => Promise<unknown>
}

const pagesKind: Kind = {
  tab: "pages",
  head: words.pagesHead,
  create: (name) => api.hostedSurfaces.create({ name }),
  publish: (id) => api.hostedSurfaces.publish(id),
  unpublish: (id) => api.hostedSurfaces.unpublish(id)
}

const showroomsKind: Kind = {
  tab: "showrooms",
  head: words.showroomsHead,
  create: (name) => api.showrooms.create({ name }),
  publish: (id) => api.showrooms.publish(id),
  unpublish: (id) => api.showrooms.unpublish(id)
}

type Doing = "create" | { readonly what: "publish" | "unpublish" | "hand"; readonly of: Surface } | undefined

const Row = ({ of, onDo }: { readonly of: Surface; readonly onDo: (doing: Doing) => void }) => {
  const isOnline = of.status === "published"
  const toggle = isOnline ? "unpublish" : "publish"
  return (
    <tr>
      <td>
        <strong>{of.name}</strong>
        <div class="fine">{of.url}</div>
      </td>
      <td>
        <Pill tone={isOnline ? "good" : ""}>{words.statuses[of.status]}</Pill>
      </td>
      <td class="number">{numberOf(of.count)}</td>
      <td>
        <Time at={of.publishedAt} />
      </td>
      <td>
        <span class="row">
          {isOnline && <Outside href={of.url}>{words.open}</Outside>}
          {isOnline && (
            <Button small label={words.qrLabel(of.name)} onClick={() => onDo({ what: "hand", of })}>
              {words.qr}
            </Button>
          )}
          {of.status !== "archived" && (
            <Button
              small

              label={words.actionLabel(words[toggle], of.name)}
              onClick={() => onDo({ what: toggle, of })}
            >
              {words[toggle]}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

interface DoingProps {
  readonly kind: Kind
  readonly doing: Doing
  readonly onClose: () => void
  readonly onDone: () => void
}

const Create = ({ kind, onClose, onDone }: Omit<DoingProps, "doing">) => {
  const [name, setName] = useState("")
  const send = async () => {
    await kind.create(name.trim())
    say(words.created)
    onDone()
  }
  return (
    <Confirm
      title={words.create[kind.tab]}
      send={words.create[kind.tab]}
      fields={["name"]}
      onClose={onClose}
      onSend={send}
    >
      {(error) => (
        <Text
          label={words.name}
          hint={words.nameHint}
          value={name}
          onValue={setName}
          error={issueAt(error, "name", words.nameMissing)}
        />
      )}
    </Confirm>
  )
}

const Dialogs = ({ doing, kind, onClose, onDone }: DoingProps) => {
  if (doing === undefined) return null
  if (doing === "create") return <Create kind={kind} onClose={onClose} onDone={onDone} />
  const { of, what } = doing
  if (what === "hand") return <Handed of={of} onClose={onClose} />
  const isPublish = what === "publish"
  const send = async () => {
    await kind[what](of.id)
    say(isPublish ? words.published : words.unpublished)
    onDone()
  }
  return (
    <Confirm
      isDanger={!isPublish}
      title={isPublish ? words.publishTitle(of.name) : words.unpublishTitle(of.name)}
      send={words[what]}
      onClose={onClose}
      onSend={send}
    >
      <p>{isPublish ? words.publishText(of.url) : words.unpublishText}</p>
      {isPublish && kind.tab === "pages" && <Readiness id={of.id} />}
    </Confirm>
  )
}

const useDoing = (kind: Kind, { again, error }: Pick<Pages<unknown>, "again" | "error">) => {
  const [doing, setDoing] = useState<Doing>()
  // Where the list says that the plan does not include them, none can be made.
  const create = planMissing(error) === undefined && (
    <div class="row">
      <Button kind="primary" icon="plus" onClick={() => setDoing("create")}>
        {words.create[kind.tab]}
      </Button>
    </div>
  )
  const dialogs = <Dialogs kind={kind} doing={doing} onClose={() => setDoing(undefined)} onDone={again} />
  return { create, dialogs, setDoing }
}

const listWords = ({ head, tab }: Kind) => ({ head, empty: words.empty[tab], emptyText: words.emptyText[tab] })

export const HostedPages = () => {
  const pages = usePages((signal) => api.hostedSurfaces.list({ limit: 50 }, { signal }))
  const { create, dialogs, setDoing } = useDoing(pagesKind, pages)
  return (
    <>
      {create}
      <Listing
        pages={pages}
        label={words.tabs.pages}
        words={listWords(pagesKind)}
        row={(one) => <Row key={one.hostedSurfaceId} of={hosted(one)} onDo={setDoing} />}
      />
      {dialogs}
    </>
  )
}

export const Showrooms = () => {
  const pages = usePages((signal) => api.showrooms.list({ limit: 50 }, { signal }))
  const { create, dialogs, setDoing } = useDoing(showroomsKind, pages)
  return (
    <>
      {create}
      <Listing
        pages={pages}
        label={words.tabs.showrooms}
        words={listWords(showroomsKind)}
        row={(one) => <Row key={one.showroomId} of={shown(one)} onDo={setDoing} />}
      />
      {dialogs}
    </>
  )
}
