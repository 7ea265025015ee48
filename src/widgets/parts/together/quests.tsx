/** What all bring together, and joining in. */
import { campaignsPath, fellowsOf, newKey, refresh } from "../../core/actions.ts"
import { useHere, useWrite } from "../../core/here.ts"
import type { Quest } from "./model.ts"
import { Button, Meter, Problem } from "../../core/ui.tsx"
import { type Fact, Facts } from "./facts.tsx"
import { naming, saidIn } from "./words.ts"

const Membership = ({ quest }: { readonly quest: Quest }) => {
  const { announce, session, words } = useHere()
  const { busy, problem, run } = useWrite()
  const { joined, name, questId } = quest
  const said = saidIn(words)
  const change = (times: number) =>
    // The second click of a double click may come after the answer.
    times > 1 ||
    void run(async () => {
      const path = `/widget/group-quests/${questId}/${joined ? "leave" : "join"}`
      await session.write({ method: "POST", path, idempotencyKey: newKey() })
      refresh(fellowsOf(session), [campaignsPath])
      announce(naming(words, joined ? "left" : "joined", name))
    })
  const text = joined ? said.leave : said.join
  return (
    <>
      <Button kind={joined ? "plain" : "main"} busy={busy} label={`${text}: ${name}`} onPress={change}>
        {text}
      </Button>
      <Problem text={problem} />
    </>
  )
}

const One = ({ quest }: { readonly quest: Quest }) => {
  const { session, words } = useHere()
  const { endsAt, joined, myContribution, name, participants, target, total } = quest
  const said = saidIn(words)
  const facts: ReadonlyArray<Fact> = [
    [said.players, words.number(participants)],
    ...(joined || myContribution > 0 ? [[said.mine, words.number(myContribution)] as const] : [])
  ]
  const progress = words.t("progress", { completed: total, total: target })
  return (
    <li class="joint">
      <p class="row">
        <b class="clip two">
          <bdi>{name}</bdi>
        </b>
        {endsAt !== null && <span class="fine">{words.t("ends", { when: words.until(endsAt) })}</span>}
      </p>
      <Meter share={total / target} full={total >= target} label={name} text={progress} />
      <div class="row">
        <Facts facts={[[progress, ""], ...facts]} />
        {session.scopes.includes("events:track") && <Membership quest={quest} />}
      </div>
    </li>
  )
}

export const Quests = ({ quests }: { readonly quests: ReadonlyArray<Quest> }) => {
  const { words } = useHere()
  return quests.length === 0 ? null : (
    <section>
      <h3>{saidIn(words).quests}</h3>
      <ul class="joints">
        {quests.map((quest) => (
          <One key={quest.questId} quest={quest} />
        ))}
      </ul>
    </section>
  )
}
