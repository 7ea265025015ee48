/** Trying: one event, under the live version and under the draft, side by side. */
import { useState } from "preact/hooks"
import type { EventType, Ingested } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { numberFrom } from "../../core/numbers.ts"
import { useAct, useRead } from "../../core/read.ts"
import { useFilter } from "../../core/router.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Area, Check, Select, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { Card } from "../../ui/things.tsx"
import { summaryOf } from "../../ui/trace.tsx"
import { common } from "../../words/common.ts"
import { rules } from "../../words/rules.ts"
import { tryOut as words } from "../../words/try.ts"
import { Outcome } from "./outcome.tsx"

const read = async (signal: AbortSignal) => {
  const types = await api.eventTypes.list({}, { signal }).toArray()
  return types.filter(({ status }) => status !== "archived")
}

/** As they are when somebody tries: another tab may have published since this page was opened. */
const readVersions = async () => {
  const { data } = await api.configVersions.list({ limit: 100 })
  return { draft: data.find(({ status }) => status === "draft"), active: data.find(({ isActive }) => isActive) }
}

interface Answers {
  readonly isPublished: boolean
  readonly active: Ingested | undefined
  readonly draft: Ingested | undefined
}

type Values = Readonly<Record<string, unknown>>
type Typed = Readonly<Record<string, boolean | string>>
type Defined = NonNullable<EventType["properties"]>[number]

/** In the types the event type says they have; nothing typed is left out, and what is no number goes as it stands. */
const valuesOf = (typed: Typed, defined: ReadonlyArray<Defined>): Values =>
  Object.fromEntries(
    defined.flatMap(({ name, type }) => {
      const value = typed[name]
      if (value === undefined || value === "") return []
      return [[name, type === "number" && typeof value === "string" ? (numberFrom(value) ?? value) : value]]
    })
  )

const Property = ({
  of,
  onValue,
  value
}: {
  readonly of: Defined
  readonly value: boolean | string | undefined
  readonly onValue: (value: boolean | string) => void
}) => {
  if (of.type === "boolean") return <Check label={of.name} isOn={value === true} onValue={onValue} />
  return (
    <Text
      label={of.name}
      type={of.type === "number" ? "number" : "text"}
      value={value === undefined ? "" : String(value)}
      onValue={onValue}
    />
  )
}

const parsed = (text: string): Values | undefined => {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : undefined
  } catch {
    return undefined
  }
}

const eventOf = (user: string, type: string, at: string, properties: Values) => ({
  eventId: `try-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`,
  userId: user.trim(),
  type,
  occurredAt: (at === "" ? new Date() : new Date(at)).toISOString(),
  properties
})

/** A test player of one's own, so that there is somebody to try with. */
const Player = ({ onDone }: { readonly onDone: () => void }) => {
  const { error, isBusy, run } = useAct(async () => {
    await api.ensureBuddy({ userId: "player-0" })
    onDone()
  })
  return (
    <>
      <Button small needs="admin" isBusy={isBusy} onClick={run}>
        {isBusy ? words.hatching : words.makePlayer}
      </Button>
      <Failure error={error} />
    </>
  )
}

const comesTo = ({ effects, trace }: Ingested) => summaryOf(effects, trace).join()

const Results = ({
  answers,
  onAgain,
  user
}: {
  readonly answers: Answers
  readonly user: string
  readonly onAgain: () => void
}) => {
  const { active, draft, isPublished } = answers
  const hasNobody = (draft ?? active)?.trace?.some(({ reason }) => reason === "no_active_buddy") === true
  const isSame = active === undefined || draft === undefined || comesTo(active) === comesTo(draft)
  return (
    <>
      {hasNobody && (
        <Notice tone="warning" title={words.noBuddy}>
          {isPublished ? user === "player-0" && <Player onDone={onAgain} /> : <p>{words.unpublished}</p>}
        </Notice>
      )}
      {active !== undefined && draft !== undefined && (
        <Notice tone={isSame ? "info" : "good"}>
          <p>{isSame ? words.same : words.differs}</p>
        </Notice>
      )}
      <div class="columns">
        <Card title={words.active}>
          <Outcome title={words.active} answer={active} />
        </Card>
        <Card title={words.draft}>
          <Outcome title={words.draft} answer={draft} />
        </Card>
      </div>
    </>
  )
}

const Properties = ({
  complaint,
  json,
  of,
  onJson,
  onValues,
  values
}: {
  readonly of: EventType | undefined
  readonly values: Typed
  readonly onValues: (values: Typed) => void
  readonly json: string
  readonly onJson: (json: string) => void
  readonly complaint: string | undefined
}) => (
  <fieldset>
    <legend>{words.properties}</legend>
    <div class="properties">
      {(of?.properties ?? [])
        .filter(({ type }) => type !== "array" && type !== "object")
        .map((property) => (
          <Property
            key={property.name}
            of={property}
            value={values[property.name]}
            onValue={(value) => onValues({ ...values, [property.name]: value })}
          />
        ))}
    </div>
    <Area label={words.asJson} rows={2} value={json} onValue={onJson} error={complaint} />
  </fieldset>
)

const Trying = ({ types }: { readonly types: ReadonlyArray<EventType> }) => {
  const [user, setUser] = useFilter("user")
  const [type, setType] = useFilter("type")
  const [at, setAt] = useState("")
  const [properties, setProperties] = useState<Typed>({})
  const [json, setJson] = useState("")
  const [answers, setAnswers] = useState<Answers>()
  const who = user === "" ? "player-0" : user
  const chosen = types.find(({ eventType }) => eventType === type) ?? types[0]
  const others = parsed(json)
  const { error, isBusy, run } = useAct(async () => {
    if (chosen === undefined || others === undefined) return
    const event = eventOf(who, chosen.eventType, at, { ...others, ...valuesOf(properties, chosen.properties ?? []) })
    const under = (version: { readonly configVersionId: string } | undefined) =>
      version === undefined
        ? undefined
        : api.events.create(event, { query: { dryRun: true, configVersionId: version.configVersionId } })
    const versions = await readVersions()
    const [active, draft] = await Promise.all([under(versions.active), under(versions.draft)])
    setAnswers({ active, draft, isPublished: versions.active !== undefined })
  })
  return (
    <>
      <Card>
        <Form error={error} fields={["user_id"]} onSend={run} label={words.title}>
          <div class="properties">
            <Text
              label={words.user}
              hint={words.userHint}
              value={who}
              onValue={setUser}
              error={issueAt(error, "user_id")}
            />
            <Select
              label={words.event}
              value={chosen?.eventType ?? ""}
              choices={types.map(({ eventType, name }) => ({
                value: eventType,
                text: name == null || name === "" ? eventType : `${name} (${eventType})`
              }))}
              onValue={(next) => {
                setType(next)
                setProperties({})
              }}
            />
            <Text label={words.at} hint={words.atHint} type="datetime-local" value={at} onValue={setAt} />
          </div>
          <Properties
            of={chosen}
            values={properties}
            onValues={setProperties}
            json={json}
            onJson={setJson}
            complaint={others === undefined ? rules.jsonBad : issueAt(error, "properties")}
          />
          <Button type="submit" kind="primary" icon="try" needs="admin" isBusy={isBusy}>
            {words.send}
          </Button>
        </Form>
      </Card>
      {answers !== undefined && <Results answers={answers} user={who} onAgain={run} />}
    </>
  )
}

const Try = () => {
  const { again, data, error } = useRead(read)
  return (
    <Page title={words.title} intro={words.intro}>
      <Failure error={error} again={again} />
      {data === undefined && error === undefined && <Skeleton lines={8} />}
      {data !== undefined &&
        (data.length === 0 ? (
          <Notice>
            <p>{words.noTypes}</p>
            <Link to="/presets" kind="button plain">
              {common.nav.presets}
            </Link>
          </Notice>
        ) : (
          <Trying types={data} />
        ))}
    </Page>
  )
}

export default Try
