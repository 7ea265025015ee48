/** One entry: as a form or as JSON. It is read again before it is written, so that nobody's change is lost unseen. */
import { useEffect, useMemo, useState } from "preact/hooks"
import { api } from "../../core/api.ts"
import type { Json, JsonObject } from "../../core/entries.ts"
import { useAct, useRead } from "../../core/read.ts"
import { go, useFilter, useUnsaved } from "../../core/router.ts"
import { SchemaForm } from "../../schema/form.tsx"
import { labelOf } from "../../schema/leaves.tsx"
import { blankOf, inputOf, isObject, type Schema } from "../../schema/schema.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Area } from "../../ui/field.tsx"
import { type Issue, issuesOf } from "../../ui/form.tsx"
import { Failure, Notice, Skeleton } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { common } from "../../words/common.ts"
import { rules as words } from "../../words/rules.ts"
import { pathOf, type Section } from "./sections.ts"

const event_types = "event-types"

/** What was read: the schema, and the entry as it is at this moment, if it is not a new one. */
interface Material {
  readonly whole: Schema
  readonly entry: JsonObject | undefined
  readonly eventTypes: ReadonlyArray<string>
}

const readMaterial = async (section: Section, id: string | undefined, signal: AbortSignal): Promise<Material> => {
  const [schema, entry, types] = await Promise.all([
    api.schemas.get(section.part, { signal }),
    id === undefined ? undefined : section.get(id, signal),
    api.eventTypes.list({}, { signal }).toArray()
  ])
  const whole = schema as Schema
  return {
    whole,
    entry: entry === undefined ? undefined : inputOf(entry, whole),
    eventTypes: types.map(({ eventType }) => eventType)
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const Changed = ({
  onClose,
  onMine,
  onTheirs
}: {
  readonly onMine: () => void
  readonly onTheirs: () => void
  /** back to what is typed, which neither has been chosen over yet */
  readonly onClose: () => void
}) => (
  <Dialog title={words.changed.title} onClose={onClose}>
    <p>{words.changed.text}</p>
    <div class="row end">
      <Button onClick={onTheirs}>{words.changed.theirs}</Button>
      <Button kind="danger" onClick={onMine}>
        {words.changed.mine}
      </Button>
    </div>
  </Dialog>
)

const entryFrom = (text: string): JsonObject | undefined => {
  try {
    const parsed = JSON.parse(text) as Json
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

const JsonEditor = ({
  isBad,
  onValue,
  value
}: {
  readonly value: JsonObject
  readonly isBad: boolean
  /** undefined: what is typed is no entry */
  readonly onValue: (value: JsonObject | undefined) => void
}) => {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  return (
    <Area
      label={words.jsonLabel}
      rows={22}
      value={text}
      error={isBad ? words.jsonBad : undefined}
      onValue={(typed) => {
        setText(typed)
        onValue(entryFrom(typed))
      }}
    />
  )
}

/** Where an issue is, in the labels of the form; entries of a list by their number. */
const placeOf = ({ path }: Issue) =>
  path.map((name) => (typeof name === "number" ? words.field.entry(name + 1) : labelOf(name))).join(", ")

/** All issues once more above the buttons, for fields may be far up; whoever writes JSON looks for the names in it. */
const Elsewhere = ({ isJson, issues }: { readonly issues: ReadonlyArray<Issue>; readonly isJson: boolean }) => {
  if (issues.length === 0) return null
  return (
    <Notice tone="bad" title={words.issues(issues.length)}>
      <ul>
        {issues.map(({ message, path }) => (
          <li key={path.join(".") + message}>
            {path.length > 0 &&
              (isJson ? <code>{path.join(".")}</code> : <strong>{placeOf({ message, path })}</strong>)}{" "}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface EditorProps {
  readonly section: Section
  readonly id: string | undefined
  readonly material: Material
  readonly again: () => void
}

/** What is typed, and where it goes; `isContested`: somebody else has written the entry meanwhile. */
const useEditing = ({ again, id, material, section }: EditorProps) => {
  const { whole } = material
  const start = useMemo(() => material.entry ?? (blankOf(whole, whole) as JsonObject), [material])
  const [value, setValue] = useState(start)
  const [isUnread, setUnread] = useState(false)
  const [isContested, setContested] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const isDirty = isUnread || !same(value, start)
  useUnsaved(isDirty && !isSaved, common.leave)
  const { error, isBusy, run } = useAct(async (force: boolean) => {
    setContested(false)
    if (id === undefined) await section.create(value)
    else {
      const now = inputOf(await section.get(id), whole)
      if (!force && !same(now, start)) return setContested(true)
      await section.replace(id, value)
    }
    setSaved(true)
    say(section.isVersioned ? words.saved : words.savedLive)
  })
  // Not before what is typed counts as saved: leaving asks no more.
  useEffect(() => {
    if (!isSaved) return
    if (section.remove === undefined) again()
    else go(`/rules/${pathOf(section)}`, { replace: true })
  }, [isSaved, section])
  const take = (typed: JsonObject | undefined) => {
    setUnread(typed === undefined)
    if (typed !== undefined) setValue(typed)
  }
  return { value, take, isUnread, isContested, stay: () => setContested(false), isDirty, error, isBusy, run }
}

const Editor = (props: EditorProps) => {
  const { again, id, material, section } = props
  const { error, isBusy, isContested, isDirty, isUnread, run, stay, take, value } = useEditing(props)
  const [view, setView] = useFilter("view")
  const issues = issuesOf(error)
  return (
    <div class="editor">
      <Tabs
        label={words.view}
        current={view === "json" ? "json" : "form"}
        tabs={[
          { key: "form", text: words.form },
          { key: "json", text: words.json }
        ]}
        // A form has no place for what cannot be read.
        onTab={(key) => isUnread || setView(key === "json" ? "json" : "")}
      >
        {view === "json" ? (
          <JsonEditor value={value} isBad={isUnread} onValue={take} />
        ) : (
          <SchemaForm whole={material.whole} value={value} onValue={take} issues={issues} eventTypes={event_types} />
        )}
      </Tabs>
      <datalist id={event_types}>
        {material.eventTypes.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <footer class="bar">
        {issues.length > 0 ? <Elsewhere issues={issues} isJson={view === "json"} /> : <Failure error={error} />}
        <div class="row end">
          <Link
            to={section.remove === undefined ? "/rules/coin-rules" : `/rules/${pathOf(section)}`}
            kind="button plain"
          >
            {common.cancel}
          </Link>
          <Button
            kind="primary"
            isBusy={isBusy}
            isOff={isUnread || (!isDirty && id !== undefined)}
            onClick={() => run(false)}
          >
            {common.save}
          </Button>
        </div>
      </footer>
      {isContested && <Changed onClose={stay} onTheirs={again} onMine={() => run(true)} />}
    </div>
  )
}

/** `id` undefined: a new one. */
export const Edit = ({ id, section }: { readonly section: Section; readonly id: string | undefined }) => {
  const { again, data, error, isReading } = useRead((signal) => readMaterial(section, id, signal), [section, id])
  if (error !== undefined) return <Failure error={error} again={again} own={{ not_found: words.gone }} />
  if (data === undefined || isReading) return <Skeleton lines={8} />
  return <Editor key={id ?? ""} section={section} id={id} material={data} again={again} />
}
