/** Trying: one event, under the live version and under the draft, side by side. */
import { useState } from "preact/hooks"
import type { EventType, Ingested } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
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
  const [types, versions] = await Promise.all([
    api.eventTypes.list({ limit: 100 }, { signal }),
    api.configVersions.list({ limit: 100 }, { signal })
  ])
  return {
    types: types.data.filter(({ status }) => status !== "archived"),
    draft: versions.data.find(({ status }) => status === "draft"),
    active: versions.data.find(({ isActive }) => isActive)
  }
}

type Material = Awaited<ReturnType<typeof read>>

interface Answers {
  readonly active: Ingested | undefined
  readonly draft: Ingested | undefined
}

type Values = Readonly<Record<string, unknown>>

/** A property in the type its event type says it has. */
const Property = ({
  of,
  onValue,
  value
}: {
  readonly of: NonNullable<EventType["properties"]>[number]
  readonly value: unknown
  readonly onValue: (value: unknown) => void
}) => {
  if (of.type === "boolean") return <Check label={of.name} isOn={value === true} onValue={onValue} />
  const take = (text: string) => {
    if (text === "") return onValue(undefined)
    return onValue(of.type === "number" ? Number(text) : text)
  }
  return (
    <Text
      label={of.name}
      type={of.type === "number" ? "number" : "text"}
      value={value === undefined ? "" : String(value)}
      onValue={take}
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
  properties: Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined))
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

const Results = ({
  answers,
  material,
  onAgain,
  user
}: {
  readonly answers: Answers
  readonly material: Material
  readonly user: string
  readonly onAgain: () => void
}) => {
  const { active, draft } = answers
  const hasNobody = (draft ?? active)?.trace?.some(({ reason }) => reason === "no_active_buddy") === true
  const isSame =
    active === undefined || draft === undefined || summaryOf(active.effects).join() === summaryOf(draft.effects).join()
  return (
    <>
      {hasNobody && (
        <Notice tone="warning" title={words.noBuddy}>
          {material.active === undefined ? (
            <p>{words.unpublished}</p>
          ) : (
            user === "player-0" && <Player onDone={onAgain} />
          )}
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
  readonly values: Values
  readonly onValues: (values: Values) => void
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

const Trying = ({ material }: { readonly material: Material }) => {
  const [user, setUser] = useFilter("user")
  const [type, setType] = useFilter("type")
  const [at, setAt] = useState("")
  const [properties, setProperties] = useState<Values>({})
  const [json, setJson] = useState("")
  const [answers, setAnswers] = useState<Answers>()
  const who = user === "" ? "player-0" : user
  const chosen = material.types.find(({ eventType }) => eventType === type) ?? material.types[0]
  const others = parsed(json)
  const { error, isBusy, run } = useAct(async () => {
    if (chosen === undefined || others === undefined) return
    const event = eventOf(who, chosen.eventType, at, { ...others, ...properties })
    const under = (version: { readonly configVersionId: string } | undefined) =>
      version === undefined
        ? undefined
        : api.events.create(event, { query: { dryRun: true, configVersionId: version.configVersionId } })
    const [active, draft] = await Promise.all([under(material.active), under(material.draft)])
    setAnswers({ active, draft })
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
              choices={material.types.map(({ eventType, name }) => ({
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
      {answers !== undefined && <Results answers={answers} material={material} user={who} onAgain={run} />}
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
        (data.types.length === 0 ? (
          <Notice>
            <p>{words.noTypes}</p>
            <Link to="/presets" kind="button plain">
              {common.nav.presets}
            </Link>
          </Notice>
        ) : (
          <Trying material={data} />
        ))}
    </Page>
  )
}

export default Try
