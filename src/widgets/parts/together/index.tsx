/**
 * What the buddy does with others: boosters, quests and draws that run, kudos it was given, and what all of it is good
 * for. Loaded where the workspace has any of that.
 */
import { campaignsPath, communityPath } from "../../core/actions.ts"
import { useHere, useRead } from "../../core/here.ts"
import type { CampaignsAnswer, CommunityAnswer } from "./model.ts"
import { Meter } from "../../core/ui.tsx"
import { Sparkle } from "../../core/icons.tsx"
import { Facts } from "./facts.tsx"
import { Lotteries } from "./lotteries.tsx"
import { Quests } from "./quests.tsx"
import { priceStyle } from "../price/price.tsx"
import own from "./style.css"
import { naming, saidIn } from "./words.ts"

const Boosters = ({ boosters }: Pick<CampaignsAnswer, "boosters">) => {
  const { words } = useHere()
  // of coins in general; two of them have a form of their own in some languages
  const names = { coins: words.coins(3), tokens: saidIn(words).tokens, skills: words.t("skills") }
  const list = new Intl.ListFormat(words.tag, { type: "conjunction" })
  return boosters.length === 0 ? null : (
    <ul class="boosters">
      {boosters.map(({ appliesTo, boosterId, endsAt, multiplier }) => (
        <li key={boosterId}>
          <Sparkle /> <b>×{words.number(multiplier)}</b>{" "}
          <span>{list.format(appliesTo.map((unit) => words.apart(names[unit])))}</span>{" "}
          <span class="fine">{words.t("ends", { when: words.until(endsAt) })}</span>
        </li>
      ))}
    </ul>
  )
}

const Campaigns = () => {
  const answer = useRead<CampaignsAnswer>(campaignsPath).value
  return answer === undefined ? null : (
    <>
      <Boosters boosters={answer.boosters} />
      <Quests quests={answer.quests} />
      <Lotteries lotteries={answer.lotteries} />
    </>
  )
}

const kudos_shown = 3

const Kudos = ({ kudos: { received, types } }: Pick<CommunityAnswer, "kudos">) => {
  const { words } = useHere()
  const typeOf = (key: string) => types.find(({ kudoKey }) => kudoKey === key)
  return received.length === 0 ? null : (
    <section>
      <h3>{saidIn(words).kudos}</h3>
      <ul class="kudos">
        {received.slice(0, kudos_shown).map(({ from, kudoId, kudoKey, message }) => (
          <li key={kudoId}>
            <span aria-hidden="true">{typeOf(kudoKey)?.emoji ?? "★"}</span>
            <p>
              <b>
                <bdi>{typeOf(kudoKey)?.label ?? ""}</bdi>
              </b>{" "}
              {from !== null && <span class="fine">{naming(words, "from", from.name)}</span>}
              {message !== null && (
                <span class="clip two">
                  <bdi>{message}</bdi>
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Causes = ({ causes }: Pick<CommunityAnswer, "causes">) => {
  const { words } = useHere()
  const said = saidIn(words)
  return causes.length === 0 ? null : (
    <section>
      <h3>{said.causes}</h3>
      <ul class="joints">
        {causes.map(({ causeKey, myUnits, name, thresholdUnit, totalUnits, unitLabel }) => {
          const total = `${words.number(totalUnits)} ${words.apart(unitLabel)}`
          return (
            <li class="joint" key={causeKey}>
              <b class="clip two">
                <bdi>{name}</bdi>
              </b>
              <Meter share={(totalUnits % thresholdUnit) / thresholdUnit} label={name} text={total} />
              <Facts
                facts={[
                  [total, ""],
                  [said.mine, words.number(myUnits)]
                ]}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const Community = () => {
  const answer = useRead<CommunityAnswer>(communityPath).value
  return answer === undefined ? null : (
    <>
      <Kudos kudos={answer.kudos} />
      <Causes causes={answer.causes} />
    </>
  )
}

export const Together = () => {
  const { modules } = useHere().config
  return (
    <>
      {modules.includes("campaigns") && <Campaigns />}
      {modules.includes("community") && <Community />}
    </>
  )
}

export const style = priceStyle + own
