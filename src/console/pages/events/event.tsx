/** One event: what was sent, what it was worth, and of every rule why it paid or not. */
import { useState } from "preact/hooks"
import type { Event } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { buddyPath } from "../../core/links.ts"
import { type Read, useRead } from "../../core/read.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Facts } from "../../ui/facts.tsx"
import { Select, Text } from "../../ui/field.tsx"
import { Empty, Failure, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Card, Code, numberOf, Time } from "../../ui/things.tsx"
import { Summary, Trace } from "../../ui/trace.tsx"
import { events as words } from "../../words/players.ts"

type EventTrace = Awaited<ReturnType<typeof api.events.getTrace>>
type Mode = keyof typeof words.reverseModes

const Reverse = ({
  id,
  onClose,
  onDone
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const [mode, setMode] = useState<Mode>("clamp")
  const [reason, setReason] = useState("")
  const send = async () => {
    const said = reason.trim() === "" ? {} : { reason: reason.trim() }
    const { alreadyReversed, coins } = await api.events.reverse(id, { mode, ...said })
    say(alreadyReversed ? words.already : words.reversed(numberOf(Math.abs(coins))))
    onDone()
  }
  const choices = Object.entries(words.reverseModes).map(([value, text]) => ({ value, text }))
  return (
    <Confirm isDanger title={words.reverseTitle} send={words.reverse} onClose={onClose} onSend={send}>
      <p>{words.reverseText}</p>
      <Select label={words.mode} value={mode} choices={choices} onValue={(chosen) => setMode(chosen as Mode)} />
      <Text label={words.reason} value={reason} onValue={setReason} max={200} />
    </Confirm>
  )
}

const Why = ({ of: { again, data, error } }: { readonly of: Read<EventTrace> }) => {
  return (
    <Card title={words.why} note={words.whyNote}>
      <Failure error={error} again={again} own={{ not_found: words.forgotten }} />
      {data === undefined ? (
        error === undefined && <Skeleton lines={4} />
      ) : data.rules.length === 0 ? (
        <Empty title={words.noRules}>
          <p class="hint">{words.noRulesText}</p>
        </Empty>
      ) : (
        <Trace rules={data.rules} label={words.why} />
      )}
    </Card>
  )
}

const About = ({ event, rules }: { readonly event: Event; readonly rules: EventTrace["rules"] | undefined }) => {
  const { facts } = words
  return (
    <Card title={words.worth}>
      <Summary effects={event.effects} rules={rules} />
      <Facts
        of={[
          [facts.user, event.userId],
          [facts.buddy, event.buddyId === null ? "–" : <Link to={buddyPath(event.buddyId)}>{event.buddyId}</Link>],
          [facts.happened, <Time at={event.occurredAt} />],
          [facts.received, <Time at={event.receivedAt} />],
          [facts.audience, event.audience],
          [facts.mode, words.modes[event.mode]],
          [facts.id, <code>{event.eventId}</code>]
        ]}
      />
    </Card>
  )
}

export const OneEvent = ({ id }: { readonly id: string }) => {
  const { again, data: event, error } = useRead((signal) => api.events.get(id, { signal }), [id])
  const trace = useRead((signal) => api.events.getTrace(id, { signal }), [id])
  const [isReversing, setReversing] = useState(false)
  const actions = event !== undefined && event.buddyId !== null && (
    <Button kind="danger" needs="admin" onClick={() => setReversing(true)}>
      {words.reverse}
    </Button>
  )
  return (
    <Page title={event?.type ?? words.title} actions={actions}>
      <p>
        <Link to="/events">{words.back}</Link>
      </p>
      <Failure error={error} again={again} />
      {event === undefined ? (
        error === undefined && <Skeleton tall lines={6} />
      ) : (
        <>
          <About event={event} rules={trace.data?.rules} />
          <Why of={trace} />
          <Card title={words.properties}>
            <Code label={words.properties} text={JSON.stringify(event.properties, null, 2)} />
          </Card>
        </>
      )}
      {isReversing && <Reverse id={id} onClose={() => setReversing(false)} onDone={again} />}
    </Page>
  )
}
