/** One player: the buddy as it is, and everything that made it so. */
import { useState } from "preact/hooks"
import type { Buddy } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useRead } from "../../core/read.ts"
import { useFilter } from "../../core/router.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Facts } from "../../ui/facts.tsx"
import { Failure, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { Card, numberOf, Pill, Table, Time } from "../../ui/things.tsx"
import { players as words } from "../../words/players.ts"
import { EventsOf } from "../events/table.tsx"
import { Badges } from "./badges.tsx"
import { Changes } from "./changes.tsx"
import { Grant } from "./grant.tsx"
import { Ledger } from "./ledger.tsx"

/** Versions are numbered wherever people choose among them. */
const Version = ({ id }: { readonly id: string }) => {
  const { data, error } = useRead((signal) => api.configVersions.get(id, { signal }), [id])
  if (data === undefined) return error === undefined ? null : <code>{id}</code>
  return <Link to="/publish">{numberOf(data.number)}</Link>
}

const Portrait = ({ buddy }: { readonly buddy: Buddy }) => {
  const { facts } = words
  const picture = buddy.thumbUrl ?? buddy.imageUrl
  return (
    <Card>
      <div class="portrait">
        {picture !== null && <img src={picture} alt={words.picture(buddy.name)} width={112} height={112} />}
        <Facts
          of={[
            [facts.user, buddy.userId],
            [facts.coins, numberOf(buddy.coins)],
            [facts.stage, numberOf(buddy.evolutionStage)],
            [facts.prestige, numberOf(buddy.prestigeLevel)],
            [facts.audience, buddy.audience],
            [facts.since, <Time at={buddy.createdAt} />],
            [facts.id, <code>{buddy.buddyId}</code>],
            [facts.version, <Version id={buddy.configVersionId} />]
          ]}
        />
      </div>
    </Card>
  )
}

const Skills = ({ buddy }: { readonly buddy: Buddy }) => {
  const skills = Object.entries(buddy.skills)
  return (
    <Card title={words.skills}>
      {skills.length === 0 ? (
        <p class="hint">{words.skillsEmpty}</p>
      ) : (
        <Table head={words.skillsHead} label={words.skills}>
          {skills.map(([key, { level, nextLevelPoints, points }]) => (
            <tr key={key}>
              <td>
                <code>{key}</code>
              </td>
              <td>{numberOf(level)}</td>
              <td>
                {numberOf(points)}
                {nextLevelPoints !== null && <span class="fine"> / {numberOf(nextLevelPoints)}</span>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

const TokensOf = ({ id, turn }: { readonly id: string; readonly turn: number }) => {
  const { again, data, error } = useRead((signal) => api.buddies.getTokens(id, { signal }), [id, turn])
  const all = data === undefined ? [] : [...data.primary, ...data.progression]
  return (
    <Card title={words.tokens}>
      <Failure error={error} again={again} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={2} />
      ) : all.length === 0 ? (
        <p class="hint">{words.tokensEmpty}</p>
      ) : (
        <Table head={words.tokensHead} label={words.tokens}>
          {all.map(({ balance, lifetimeEarned, lifetimeSpent, tokenKey }) => (
            <tr key={tokenKey}>
              <td>
                <code>{tokenKey}</code>
              </td>
              <td>{numberOf(balance)}</td>
              <td>{numberOf(lifetimeEarned)}</td>
              <td>{numberOf(lifetimeSpent)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

type Tab = keyof typeof words.tabs

const Parts = ({ buddy, turn }: { readonly buddy: Buddy; readonly turn: number }) => {
  const [chosen, choose] = useFilter("tab")
  const tab: Tab = Object.hasOwn(words.tabs, chosen) ? (chosen as Tab) : "overview"
  const id = buddy.buddyId
  const tabs = Object.entries(words.tabs).map(([key, text]) => ({ key, text }))
  return (
    <div class="stack">
      <Tabs label={words.label} tabs={tabs} current={tab} onTab={(key) => choose(key === "overview" ? "" : key)}>
        <div class="stack tab-body">
          {tab === "overview" && (
            <div class="columns">
              <TokensOf id={id} turn={turn} />
              <Skills buddy={buddy} />
            </div>
          )}
          {tab === "ledger" && <Ledger id={id} turn={turn} />}
          {tab === "badges" && <Badges id={id} turn={turn} />}
          {tab === "changes" && <Changes id={id} turn={turn} />}
          {tab === "events" && <EventsOf userId={buddy.userId} />}
        </div>
      </Tabs>
    </div>
  )
}

type Doing = "grant" | "archive" | undefined

export const Player = ({ id }: { readonly id: string }) => {
  const [turn, setTurn] = useState(0)
  const [doing, setDoing] = useState<Doing>()
  const { again, data: buddy, error } = useRead((signal) => api.buddies.get(id, { signal }), [id, turn])
  const close = () => setDoing(undefined)
  const changed = () => setTurn((before) => before + 1)
  const archive = async () => {
    await api.buddies.archive(id)
    say(words.archived)
    changed()
  }
  const actions = buddy?.status === "active" && (
    <>
      <Button kind="danger" needs="admin" onClick={() => setDoing("archive")}>
        {words.archive}
      </Button>
      <Button kind="primary" icon="plus" needs="admin" onClick={() => setDoing("grant")}>
        {words.grant}
      </Button>
    </>
  )
  return (
    <Page title={buddy?.name ?? words.title} actions={actions}>
      <p class="row">
        <Link to="/players">{words.back}</Link>
        {buddy?.status === "archived" && <Pill>{words.statuses.archived}</Pill>}
      </p>
      <Failure error={error} again={again} />
      {buddy === undefined ? (
        error === undefined && <Skeleton tall lines={6} />
      ) : (
        <>
          <Portrait buddy={buddy} />
          <Parts buddy={buddy} turn={turn} />
          {doing === "grant" && <Grant buddy={buddy} onClose={close} onDone={changed} />}
          {doing === "archive" && (
            <Confirm
              isDanger
              title={words.archiveTitle(buddy.name)}
              send={words.archive}
              onClose={close}
              onSend={archive}
            >
              <p>{words.archiveText(buddy.userId)}</p>
            </Confirm>
          )}
        </>
      )}
    </Page>
  )
}
