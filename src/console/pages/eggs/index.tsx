/** Eggs: who has one, and its way to a buddy. */
import { useState } from "preact/hooks"
import type { ListedEgg } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { buddyPath } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { useAct } from "../../core/read.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Confirm } from "../../ui/confirm.tsx"
import { Text } from "../../ui/field.tsx"
import { Choose, Filters, useChoice } from "../../ui/filters.tsx"
import { issueAt } from "../../ui/form.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Failure } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { say } from "../../ui/say.tsx"
import { Pill, Time } from "../../ui/things.tsx"
import { eggs as words } from "../../words/players.ts"

const own = { no_published_config: words.unpublished }

type Step = "ready" | "hatch" | "cancel"

const stepsOf: Readonly<Record<ListedEgg["status"], ReadonlyArray<Step>>> = {
  waiting: ["ready", "cancel"],
  ready: ["hatch", "cancel"],
  hatching: [],
  hatched: [],
  cancelled: []
}

const take = async (eggId: string, step: Step) => {
  if (step === "hatch") {
    await api.eggs.hatch(eggId)
    return say(words.hatching)
  }
  await api.eggs.updateStatus(eggId, { status: step === "ready" ? "ready" : "cancelled" })
  say(words.done)
}

const Row = ({ egg, onDone }: { readonly egg: ListedEgg; readonly onDone: () => void }) => {
  const { error, isBusy, run } = useAct(async (step: Step) => {
    await take(egg.eggId, step)
    onDone()
  })
  return (
    <tr>
      <td>{egg.userId}</td>
      <td>
        <Pill tone={egg.status === "hatched" ? "good" : ""}>{words.statuses[egg.status]}</Pill>
      </td>
      <td>{words.creature(egg.visualVariant + 1)}</td>
      <td>
        <Time at={egg.createdAt} />
      </td>
      <td>
        <span class="row">
          {egg.buddyId !== null && <Link to={buddyPath(egg.buddyId)}>{words.buddy}</Link>}
          {stepsOf[egg.status].map((step) => (
            <Button
              key={step}
              small
              kind={step === "cancel" ? "quiet" : "plain"}
              needs="admin"
              isBusy={isBusy}
              label={words.label(words[step], egg.userId)}
              onClick={() => run(step)}
            >
              {words[step]}
            </Button>
          ))}
        </span>
        <Failure error={error} own={own} />
      </td>
    </tr>
  )
}

const Create = ({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) => {
  const [userId, setUserId] = useState("")
  const send = async () => {
    await api.eggs.create({ userId: userId.trim() })
    say(words.created)
    onDone()
  }
  return (
    <Confirm title={words.create} send={words.create} fields={["user_id"]} own={own} onClose={onClose} onSend={send}>
      {(error) => (
        <Text
          label={words.user}
          hint={words.userHint}
          value={userId}
          onValue={setUserId}
          error={issueAt(error, "user_id", words.userMissing)}
        />
      )}
    </Confirm>
  )
}

/** What hatches is watched until it has. */
const look_again_ms = 5_000

const Eggs = () => {
  const status = useChoice("status", words.statuses)
  const pages = usePages((signal) => api.eggs.list({ limit: 50, status }, { signal }), [status], look_again_ms)
  const [isCreating, setCreating] = useState(false)
  const actions = (
    <Button kind="primary" icon="plus" needs="admin" onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} intro={words.intro} actions={actions}>
      <Filters>
        <Choose name="status" label={words.status} texts={words.statuses} />
      </Filters>
      <Listing
        pages={pages}
        label={words.title}
        words={words}
        row={(egg) => <Row key={egg.eggId} egg={egg} onDone={pages.again} />}
      />
      {isCreating && <Create onClose={() => setCreating(false)} onDone={pages.again} />}
    </Page>
  )
}

export default Eggs
