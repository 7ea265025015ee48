/**
 * Everybody at one moment: all players join a quest, enter a draw and buy what is on sale, each as soon as it is told
 * to, while somebody watches what Postgres waits for. Then it is counted whether all of it is exact.
 */
import { performance } from "node:perf_hooks"
import { Client } from "pg"
import { ask, call, type Callee } from "./calls.ts"
import { buddyId, seed } from "./seed.ts"
import type { Stage } from "./stage.ts"

const tenant = 13
const me = "/customers/me"
const price = { list: 5, sale: 3, ticket: 1 } as const
const hour_ms = 3_600_000
const look_ms = 20

const begin = async (callee: Callee, players: number) => {
  const make = (path: string, body: object) => ask(callee, "POST", path, body)
  const [pieces, places] = [Math.floor(players / 2), Math.floor(players * 0.9)]
  const ends_at = new Date(Date.now() + 24 * hour_ms).toISOString()
  await make("/marketplaces", { marketplace_key: "shop", name: "Shop" })
  const { item_id } = await make("/marketplaces/shop/items", {
    item_key: "hat",
    name: "Hat",
    category: "head",
    price_coins: price.list,
    stock: { total: null, per_buddy: null }
  })
  await make(`${me}/flash-sales`, {
    name: "Friday",
    marketplace_id: "shop",
    item_ids: ["hat"],
    discount: { mode: "fixed_price", value: price.sale },
    stock_total: pieces,
    per_buddy_limit: 1,
    starts_at: new Date(Date.now() - hour_ms).toISOString(),
    ends_at
  })
  const quest = await make(`${me}/group-quests`, {
    quest_key: "all",
    name: "All",
    max_participants: places,
    goal: { event_type: "lesson.completed", target: 1e9 },
    rewards: []
  })
  await make(`${me}/group-quests/${quest.quest_id}/publish`, {})
  const lottery = await make(`${me}/lotteries`, {
    name: "Raffle",
    status: "active",
    entry: { mode: "coin_cost", amount: price.ticket, max_entries_per_buddy: 1 },
    schedule: { frequency: "once", draw_at: ends_at },
    prizes: [{ rank: 1, winners: 1, reward: { coins: 1 } }]
  })
  const ids: Record<"item_id" | "quest_id" | "lottery_id", string> = {
    item_id: item_id!,
    quest_id: quest.quest_id!,
    lottery_id: lottery.lottery_id!
  }
  return { ...ids, pieces, places }
}

/** Looks at what Postgres works on and what that waits for, until it is told to stop. */
const watch = async (url: string) => {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  await client.connect()
  const seen = new Map<string, number>()
  const watching = { isOver: false }
  let [looks, waiting_most, looks_waiting] = [0, 0, 0]
  const looking = (async () => {
    for (; !watching.isOver; looks++) {
      const { rows } = await client.query(
        `SELECT coalesce(wait_event_type || '/' || wait_event, 'computes') AS what, count(*)::int AS count
         FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()
         GROUP BY 1`
      )
      for (const { count, what } of rows) seen.set(what, (seen.get(what) ?? 0) + count)
      const locked = rows.filter(({ what }) => what.startsWith("Lock/")).reduce((sum, { count }) => sum + count, 0)
      waiting_most = Math.max(waiting_most, locked)
      looks_waiting += locked > 0 ? 1 : 0
      await new Promise((resolve) => setTimeout(resolve, look_ms))
    }
    await client.end()
  })()
  return async () => {
    watching.isOver = true
    await looking
    const all = [...seen.values()].reduce((sum, count) => sum + count, 0)
    const often = [...seen].sort(([, a], [, b]) => b - a).slice(0, 6)
    const told = often.map(([what, count]) => `${what} ${((100 * count) / all).toFixed(0)} %`).join(", ")
    const locks = `a lock was waited for in ${looks_waiting}, by ${waiting_most} at most`
    return `${looks} looks at pg_stat_activity: ${locks}; ${told}`
  }
}

const codesOf = (answers: ReadonlyArray<{ readonly status: number }>): string => {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(", ")
}

/** What has to be so when nobody was counted twice and nobody forgotten. */
const judge = async (callee: Callee, url: string, players: number, live: Awaited<ReturnType<typeof begin>>) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const [{ rows: spent }, { rows: tickets }] = [
    await client.query(
      `SELECT reason, count(*)::int AS times, -sum(amount)::int AS coins FROM ledger
       WHERE customer_id = (SELECT customer_id FROM lotteries WHERE lottery_id = $1) AND amount < 0
       GROUP BY reason ORDER BY reason`,
      [live.lottery_id]
    ),
    await client.query(
      `SELECT coalesce(sum(e.tickets), 0)::int AS tickets FROM lottery_entries AS e
       JOIN lottery_draws AS d USING (customer_id, draw_id) WHERE d.lottery_id = $1`,
      [live.lottery_id]
    )
  ]
  await client.end()
  const coins = new Map(spent.map((row) => [row.reason as string, row.coins as number]))
  const sales = await ask<{ data: ReadonlyArray<{ sold: number }> }>(callee, "GET", `${me}/flash-sales`)
  const quest = await ask<{ participant_count: number }>(callee, "GET", `${me}/group-quests/${live.quest_id}`)
  const found = {
    members: quest.participant_count,
    tickets: tickets[0].tickets,
    pieces: sales.data[0]!.sold,
    entries: coins.get("lottery_entry"),
    purchases: [...coins].find(([reason]) => reason.includes("purchase"))?.[1]
  }
  const expected = {
    members: live.places,
    tickets: players,
    pieces: live.pieces,
    entries: players * price.ticket,
    purchases: live.pieces * price.sale + (players - live.pieces) * price.list
  }
  const isExact = JSON.stringify(found) === JSON.stringify(expected)
  return isExact ? "exact" : `WRONG: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`
}

export const tryRush = async (stage: Stage, players: number): Promise<ReadonlyArray<string>> => {
  const { baseUrl, receiver, urls } = stage
  const { key } = await seed(urls.hatchery, players, { receiver, tenant })
  const callee = { baseUrl, key }
  const live = await begin(callee, players)
  // A lesson pays what all of it costs.
  await stage.load("hatchery", { key, users: players, seconds: 0 })
  const stop = await watch(urls.hatchery)
  const started = performance.now()
  const all = await Promise.all(
    Array.from({ length: players }, (_, place) => {
      const buddy = `/buddies/${buddyId(tenant, place)}`
      return Promise.all([
        call(callee, "POST", `${buddy}/group-quests/${live.quest_id}/join`),
        call(callee, "POST", `${buddy}/lotteries/${live.lottery_id}/entries`, { tickets: 1 }),
        call(callee, "POST", `${buddy}/purchase-item`, { item_id: live.item_id })
      ])
    })
  )
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const looked = await stop()
  const told = ["join", "enter", "buy"].map((what, at) => `${what} ${codesOf(all.map((three) => three[at]!))}`)
  const verdict = await judge(callee, urls.hatchery, players, live)
  if (verdict !== "exact") process.exitCode = 1
  return [`${players} players at one moment, ${seconds} s: ${told.join("; ")}: ${verdict}`, looked]
}
