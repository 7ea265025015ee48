/** Draws to come, and taking part in them. */
import { buddyPath, campaignsPath, fellowsOf, marketplacePath, newKey, refresh } from "../../core/actions.ts"
import { useHere, useWrite } from "../../core/here.ts"
import type { Lottery } from "./model.ts"
import { Button, humanised, Problem } from "../../core/ui.tsx"
import { Price } from "../price/price.tsx"
import { Facts } from "./facts.tsx"
import { naming, saidIn } from "./words.ts"

const Ticket = ({ lottery }: { readonly lottery: Lottery }) => {
  const { announce, config, session, words } = useHere()
  const { busy, problem, run } = useWrite()
  const { entry, lotteryId, name } = lottery
  const { amount = 0, tokenKey = "" } = entry
  const said = saidIn(words)
  const enter = (times: number) =>
    // The second click of a double click may come after the answer.
    times > 1 ||
    void run(async () => {
      const path = `/widget/lotteries/${lotteryId}/entries`
      await session.write({ method: "POST", path, body: { tickets: 1 }, idempotencyKey: newKey() })
      refresh(fellowsOf(session), [campaignsPath, buddyPath, marketplacePath])
      announce(naming(words, "entered", name))
    })
  const isOfCoins = entry.mode === "coin_cost"
  const unit = isOfCoins ? words.coins(amount) : (config.labels.tokens[tokenKey] ?? humanised(tokenKey))
  const label = `${said.ticket}: ${name}, ${words.number(amount)} ${unit}`
  return (
    <>
      <span class="ticket">
        {isOfCoins ? <Price coins={amount} /> : <bdi>{`${words.number(amount)} ${unit}`}</bdi>}
        <Button kind="quiet" busy={busy} label={label} onPress={enter}>
          {said.ticket}
        </Button>
      </span>
      <Problem text={problem} />
    </>
  )
}

const One = ({ lottery }: { readonly lottery: Lottery }) => {
  const { session, words } = useHere()
  const { drawAt, entries, entry, myTickets, name, oddsPerEntry } = lottery
  const said = saidIn(words)
  // With no more tickets than prizes every one would win, until the next are bought: that is no chance to promise.
  const chance = oddsPerEntry === null || oddsPerEntry >= 1 ? [] : [odds(said.chance, oddsPerEntry, words)]
  const mayEnter =
    entry.mode !== "event" && myTickets < entry.maxEntriesPerBuddy && session.scopes.includes("marketplace:purchase")
  return (
    <li class="joint">
      <p class="row">
        <b class="clip two">
          <bdi>{name}</bdi>
        </b>
        <span class="fine">{words.until(drawAt)}</span>
      </p>
      <div class="row">
        <Facts
          facts={[[said.tickets, words.number(myTickets)], [said.ticketsOfAll, words.number(entries)], ...chance]}
        />
        {mayEnter && <Ticket lottery={lottery} />}
      </div>
    </li>
  )
}

/** Chances are small: one that is not nothing is not shown as nothing. */
const odds = (label: string, chance: number, { tag }: { readonly tag: string }) => {
  const format = new Intl.NumberFormat(tag, { style: "percent", maximumSignificantDigits: 2 })
  return [label, format.format(chance)] as const
}

export const Lotteries = ({ lotteries }: { readonly lotteries: ReadonlyArray<Lottery> }) => {
  const { words } = useHere()
  return lotteries.length === 0 ? null : (
    <section>
      <h3>{saidIn(words).lotteries}</h3>
      <ul class="joints">
        {lotteries.map((lottery) => (
          <One key={lottery.lotteryId} lottery={lottery} />
        ))}
      </ul>
    </section>
  )
}
