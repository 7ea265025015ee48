/**
 * What the client reads: files with one `path key` a line. A tenant may read 3,000 times a second, so the lines go over
 * several tenants; widgets read with a session of their buddy.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { buddyId, seed, type World } from "./seed.ts"

/** Numbers of the tenants that are read, apart from those that are sent events. */
const tenants = Array.from({ length: 10 }, (_, index) => 100 + index)
const buddiesEach = 100

export interface Readers {
  readonly worlds: ReadonlyArray<World>
}

export const seedReaders = async (url: string, receiver: string): Promise<Readers> => {
  const worlds: Array<World> = []
  for (const tenant of tenants) worlds.push(await seed(url, buddiesEach, { receiver, tenant }))
  return { worlds }
}

const sessionOf = async (baseUrl: string, key: string, buddy_id: string, user_id: string): Promise<string> => {
  const answer = await fetch(`${baseUrl}/api/v1/widget-sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ buddy_id, user_id, ttl_seconds: 3600 })
  })
  if (answer.status !== 201) throw new Error(`no widget session: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { readonly token: string }).token
}

/** Writes the two files of targets: GET /buddies/{id} with a key, GET /widget/buddy with a session each. */
export const writeTargets = async (baseUrl: string, { worlds }: Readers, folder: string) => {
  const buddies: Array<string> = []
  const widgets: Array<string> = []
  for (const [index, { key }] of worlds.entries()) {
    for (let n = 0; n < buddiesEach; n++) {
      const buddy_id = buddyId(tenants[index]!, n)
      buddies.push(`/api/v1/buddies/${buddy_id} ${key}`)
      widgets.push(`/api/v1/widget/buddy ${await sessionOf(baseUrl, key, buddy_id, `u${n}`)}`)
    }
  }
  const write = (name: string, lines: ReadonlyArray<string>) => {
    const file = join(folder, name)
    writeFileSync(file, `${lines.join("\n")}\n`)
    return file
  }
  return { buddy: write("buddies.txt", buddies), widget: write("widgets.txt", widgets) }
}
