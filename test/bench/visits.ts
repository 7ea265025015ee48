/**
 * Visits of public pages, each from an address of its own: a shared buddy, a showroom and a hosted page, as HTML and as
 * JSON, in turns with the plain server's events. Then ten thousand people open one page, and it is counted what that
 * costs the database.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { ask, type Callee, finished } from "./calls.ts"
import type { Measure } from "./report.ts"
import { seed } from "./seed.ts"
import type { Loading, Stage } from "./stage.ts"

const tenant = 14
const me = "/customers/me"
const crowd = 10_000

const make = async (callee: Callee) => {
  const post = (path: string, body: object = {}) => ask(callee, "POST", path, body)
  const { egg_id } = await post("/eggs", { user_id: "ada" })
  await ask(callee, "PATCH", `/eggs/${egg_id}/status`, { status: "ready" })
  const hatching = await post(`/eggs/${egg_id}/hatch`)
  const { result } = await finished<{ readonly buddy_id: string }>(callee, hatching.operation_id!)
  const { code } = await ask(callee, "POST", `/buddies/${result.buddy_id}/share`)
  const showroom = await post(`${me}/showrooms`, { name: "Bench" })
  await post(`${me}/showrooms/${showroom.showroom_id}/publish`)
  const page = await post(`${me}/hosted-surfaces`, { name: "Bench" })
  await post(`${me}/hosted-surfaces/${page.hosted_surface_id}/publish`)
  return {
    "page share": `/p/${code}`,
    "page showroom": `/showroom/${showroom.slug}`,
    "page hosted": `/s/${page.slug}`,
    "json share": `/api/v1/public/b/${code}`
  } as const
}

/** What Postgres has been asked so far, and how many visits it knows of. */
const looking = async (url: string) => {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  await client.connect()
  const one = async (text: string) => Number((await client.query(text)).rows[0].n)
  return {
    transactions: async () => {
      await client.query("SELECT pg_stat_force_next_flush()")
      return one("SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()")
    },
    visits: () => one("SELECT coalesce(sum(visits), 0) AS n FROM visit_counts"),
    buddies: () => one("SELECT sum(version) AS n FROM buddy_states"),
    end: () => client.end()
  }
}

const settled = async (count: () => Promise<number>) => {
  for (let before = -1, now = await count(); ; before = now, now = await count()) {
    if (before === now) return now
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

type Load = (name: string, who: "hatchery" | "plain", loading: Loading) => Promise<Measure>

export interface PagesOptions {
  readonly buddies: number
  readonly seconds: number
  readonly rounds: number
  readonly scratch: string
  readonly withPlain: boolean
}

/** Answers its lines; the table's rows are made of what `load` has measured. */
export const tryPages = async (stage: Stage, load: Load, options: PagesOptions): Promise<ReadonlyArray<string>> => {
  const { buddies, rounds, scratch, seconds, withPlain } = options
  const url = stage.urls.hatchery
  const { key } = await seed(url, 1, { receiver: stage.receiver, tenant })
  // Behind a proxy, which says of each visitor where it comes from.
  await stage.restartHatchery({ TRUST_PROXY: "1" })
  const addresses = await make({ baseUrl: stage.baseUrl, key })
  const targets = Object.entries(addresses).map(([name, path]) => {
    const file = join(scratch, `${name.replaceAll(" ", "-")}.txt`)
    // No credential: a visitor.
    writeFileSync(file, `${path} -\n`)
    return { name, file }
  })
  for (const { file } of targets) await stage.load("hatchery", { targets: file, seconds: 3 })
  for (let round = 0; round < rounds; round++) {
    if (withPlain) await load("pages plain", "plain", { users: buddies, seconds })
    for (const { file, name } of targets) await load(name, "hatchery", { targets: file, seconds })
  }
  const { buddies: versions, end, transactions, visits } = await looking(url)
  const [visits0, transactions0, versions0] = [await settled(visits), await transactions(), await versions()]
  const { p50, p99, per_second } = await stage.load("hatchery", {
    targets: targets[0]!.file,
    users: crowd,
    seconds: 0
  })
  const counted = (await settled(visits)) - visits0
  const asked = (await transactions()) - transactions0
  const moved = (await versions()) - versions0
  await end()
  return [
    `${crowd} visits of one page: ${per_second.toFixed(0)} a second, p50 ${p50} ms, p99 ${p99} ms; ` +
      `${counted} counted in ${asked} transactions, those of the idle node and of this look included; ` +
      `${moved} changes of buddies`
  ]
}
