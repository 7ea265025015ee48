/** A first event without a terminal: for the test player, which hatches before if need be. */
import { useState } from "preact/hooks"
import { api } from "../../core/api.ts"
import { useAct, useRead } from "../../core/read.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Select } from "../../ui/field.tsx"
import { Form } from "../../ui/form.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Card } from "../../ui/things.tsx"
import { keys } from "../../words/keys.ts"

const words = keys.event
const player = "player-0"

type Stage = "" | "hatching" | "sending"

/** What pays coins stands first: a first event that brings nothing looks like one that went wrong. */
const read = async (signal: AbortSignal) => {
  const [types, rules, versions] = await Promise.all([
    api.eventTypes.list({}, { signal }).toArray(),
    api.coinRules.list({}, { signal }).toArray(),
    api.configVersions.list({ limit: 100 }, { signal })
  ])
  const paying = new Set(rules.map(({ trigger }) => trigger.eventType))
  const known = types.filter(({ status }) => status !== "archived").map(({ eventType }) => eventType)
  return {
    types: known.sort((one, other) => Number(paying.has(other)) - Number(paying.has(one))),
    isPublished: versions.data.some(({ isActive }) => isActive)
  }
}

const samples = { string: "test", number: 1, boolean: true, array: [], object: {} }

/** What the type says has to be there. */
const propertiesFor = async (type: string) => {
  const types = await api.eventTypes.list().toArray()
  const wanted = types.find(({ eventType }) => eventType === type)?.properties ?? []
  return Object.fromEntries(
    wanted.filter(({ required }) => required === true).map((one) => [one.name, samples[one.type]])
  )
}

export const SendEvent = () => {
  const { data } = useRead(read)
  const [type, setType] = useState("")
  const [stage, setStage] = useState<Stage>("")
  const [coins, setCoins] = useState<number>()
  const chosen = type === "" ? (data?.types[0] ?? "") : type
  const { error, isBusy, run } = useAct(async () => {
    setCoins(undefined)
    try {
      setStage("hatching")
      await api.ensureBuddy({ userId: player })
      setStage("sending")
      const properties = await propertiesFor(chosen)
      const occurredAt = new Date().toISOString()
      const { effects } = await api.events.adminTrigger({ userId: player, type: chosen, occurredAt, properties })
      setCoins(effects.coins)
    } finally {
      setStage("")
    }
  })
  if (data === undefined) return null
  return (
    <Card title={words.title} note={words.text}>
      {!data.isPublished || data.types.length === 0 ? (
        <Notice>
          <p>{words.unpublished}</p>
          <Link to="/publish" kind="button plain">
            {words.publish}
          </Link>
        </Notice>
      ) : (
        <Form error={error} onSend={run} label={words.title}>
          <Select
            label={words.type}
            value={chosen}
            choices={data.types.map((value) => ({ value, text: value }))}
            onValue={setType}
          />
          <Button type="submit" icon="arrow" needs="admin" isBusy={isBusy}>
            {stage === "" ? words.send : words[stage]}
          </Button>
          {coins !== undefined && (
            <Notice tone="good">
              <p>{words.paid(coins)}</p>
              <Link to="/widgets">{words.widget}</Link>
            </Notice>
          )}
        </Form>
      )}
    </Card>
  )
}
