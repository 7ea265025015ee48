/** The entries of a section. */
import { useState } from "preact/hooks"
import type { JsonObject } from "../../core/entries.ts"
import { useAct, useRead } from "../../core/read.ts"
import { go } from "../../core/router.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Empty, Failure, Skeleton } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Pill, Table } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { rules as words } from "../../words/rules.ts"
import { describe, isOn } from "./describe.ts"
import { pathOf, type Section } from "./sections.ts"

const Sure = ({
  entry,
  onClose,
  onDone,
  section
}: {
  readonly section: Section
  readonly entry: JsonObject
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { error, isBusy, run } = useAct(async () => {
    await section.remove?.(String(entry[section.id]))
    say(words.deleted)
    onDone()
  })
  return (
    <Dialog title={words.sure.title(String(entry[section.key]))} onClose={onClose}>
      <p>{section.isVersioned ? words.sure.draft : words.sure.live}</p>
      <Failure error={error} />
      <div class="row end">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={run}>
          {common.remove}
        </Button>
      </div>
    </Dialog>
  )
}

const State = ({ entry }: { readonly entry: JsonObject }) => {
  const on = isOn(entry)
  return on === undefined ? null : <Pill tone={on ? "good" : ""}>{on ? words.on : words.off}</Pill>
}

const Row = ({
  entry,
  onDelete,
  section
}: {
  readonly section: Section
  readonly entry: JsonObject
  readonly onDelete: () => void
}) => {
  const key = String(entry[section.key])
  const to = `/rules/${pathOf(section)}/${encodeURIComponent(String(entry[section.id]))}`
  return (
    <tr>
      <td>
        <Link to={to} kind="strong">
          {key}
        </Link>
      </td>
      <td class="soft">{describe(entry)}</td>
      <td>
        <State entry={entry} />
      </td>
      <td>
        <div class="row end">
          <Button small icon="edit" label={`${words.edit}: ${key}`} onClick={() => go(to)}>
            {words.edit}
          </Button>
          {section.remove !== undefined && (
            <Button small kind="danger" icon="bin" label={`${common.remove}: ${key}`} onClick={onDelete}>
              {common.remove}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}

export const List = ({ section }: { readonly section: Section }) => {
  const { again, data, error } = useRead(section.list, [section])
  const [chosen, setChosen] = useState<JsonObject>()
  const { many, title } = words.of[section.slug]
  if (data === undefined) return error === undefined ? <Skeleton lines={6} /> : <Failure error={error} again={again} />
  const { actions, key, state, what } = words.head
  return (
    <>
      <Failure error={error} again={again} />
      {data.length === 0 ? (
        <Empty title={words.empty(many)}>
          <p class="hint">{words.emptyText}</p>
          <Link to="/presets" kind="button plain">
            {words.presets}
          </Link>
        </Empty>
      ) : (
        <Table head={[key, what, state, actions]} label={title}>
          {data.map((entry) => (
            <Row key={String(entry[section.id])} section={section} entry={entry} onDelete={() => setChosen(entry)} />
          ))}
        </Table>
      )}
      {chosen !== undefined && (
        <Sure
          section={section}
          entry={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined)
            again()
          }}
        />
      )}
    </>
  )
}
