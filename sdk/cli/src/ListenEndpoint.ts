/**
 * The webhook endpoint behind `hatchery listen`. Its host is below `.invalid`, a name that leads nowhere by definition:
 * the service keeps what it would send there, and `listen` fetches it. It goes away with the command; what one that was
 * killed left behind, the next one removes.
 */
import { Clock, Effect, FileSystem, Option, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { hostname } from "node:os"
import { join } from "node:path"
import { type HatcheryError, NotFoundError } from "../../src/index.ts"
import { folder, readIfThere, writePrivate } from "./Profiles.ts"
import type { Workspace } from "./Workspace.ts"

/** how often a command that runs says so */
const heartbeat = "20 seconds"
/** Process numbers are used again: one that said nothing for so long is not ours. */
const dead_after_ms = 120_000
const good_bye = "5 seconds"

const Note = Schema.Struct({ base_url: Schema.String, customer_id: Schema.String, pid: Schema.Int })
const fromText = Schema.decodeUnknownOption(Schema.fromJsonString(Note))
type Note = typeof Note.Type

const notes = () => join(folder(), "listening")
const noteOf = (token: string) => join(notes(), `${token}.json`)

const hostOf = (token: string) => `${token}.hatchery-cli.invalid`

/** Whether an endpoint is that of a `listen`, here or elsewhere. */
export const isFetched = (url: string): boolean => /^https:\/\/[0-9a-f]+\.hatchery-cli\.invalid\/?$/.test(url)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

export const isGone = (error: HatcheryError): error is NotFoundError => error instanceof NotFoundError

/** Said no, so there is nothing; without an answer nobody knows. */
const isRefused = ({ status }: HatcheryError) => status >= 400 && status < 500

const forget = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => Effect.ignore(files.remove(path, { force: true })))

/** Removes the endpoints of this token, whose names may have been lost on the way, and answers how many there were. */
const removeEndpoints = Effect.fnUntraced(function* (workspace: Workspace, token: string) {
  const all = yield* workspace.ask((hatchery, options) => hatchery.webhooks.list({ limit: 100 }, options))
  const mine = all.data.filter(({ url }) => url.includes(`//${hostOf(token)}`))
  for (const { webhookConfigId } of mine) {
    yield* workspace
      .ask((hatchery, options) => hatchery.webhooks.delete(webhookConfigId, options))
      .pipe(Effect.catchIf(isGone, () => Effect.void))
  }
  return mine.length
})

/** The note of a command that has ended without removing it. */
const isLeft = Effect.fnUntraced(function* (path: string, { pid }: Note) {
  if (!isAlive(pid)) return true
  const files = yield* FileSystem.FileSystem
  const mtime = yield* files.stat(path).pipe(
    Effect.map(({ mtime }) => mtime),
    Effect.orElseSucceed(() => Option.none<Date>())
  )
  const said_at = Option.match(mtime, { onNone: () => 0, onSome: (date) => date.getTime() })
  return (yield* Clock.currentTimeMillis) - said_at > dead_after_ms
})

/** What those left behind that were killed; answers how many. Of other workspaces nothing is touched. */
export const removeLeftovers = Effect.fnUntraced(function* (workspace: Workspace, customer_id: string) {
  const files = yield* FileSystem.FileSystem
  const names = yield* Effect.orElseSucceed(files.readDirectory(notes()), () => [])
  let removed = 0
  for (const name of names.filter((name) => name.endsWith(".json"))) {
    const path = join(notes(), name)
    const text = yield* Effect.orElseSucceed(readIfThere(path), () => undefined)
    const note = Option.getOrUndefined(fromText(text))
    if (note === undefined || note.base_url !== workspace.baseUrl || note.customer_id !== customer_id) continue
    if (!(yield* isLeft(path, note))) continue
    removed += yield* removeEndpoints(workspace, name.replace(/\.json$/, ""))
    yield* forget(path)
  }
  return removed
})

const create = (workspace: Workspace, token: string, events: ReadonlyArray<string>) =>
  workspace.ask((hatchery, options) =>
    hatchery.webhooks.create(
      {
        url: `https://${hostOf(token)}/`,
        description: `hatchery listen on ${hostname()}: fetched, not sent to; removed when it ends`,
        events: [...events]
      },
      options
    )
  )

/** An endpoint for as long as the scope lasts; `ensure` makes it again if somebody removed or disabled it. */
export const listenEndpoint = Effect.fnUntraced(function* (
  workspace: Workspace,
  customer_id: string,
  events: ReadonlyArray<string>
) {
  const token = randomBytes(8).toString("hex")
  const note: Note = { base_url: workspace.baseUrl, customer_id, pid: process.pid }
  const says = writePrivate(noteOf(token), JSON.stringify(note))
  let id: string | undefined
  // First the note, then the endpoint. Where it is not certain that nothing is left, the note stays for the next one.
  yield* says
  const leave = Effect.suspend(() =>
    removeEndpoints(workspace, token).pipe(
      Effect.timeout(good_bye),
      Effect.andThen(id === undefined ? Effect.void : forget(noteOf(token))),
      Effect.ignore
    )
  )
  yield* Effect.addFinalizer(() => leave)
  const make = create(workspace, token, events).pipe(
    Effect.map(({ webhookConfigId }) => (id = webhookConfigId)),
    Effect.tapError((error) => (isRefused(error) ? forget(noteOf(token)) : Effect.void))
  )
  const made = yield* make
  yield* Effect.forkScoped(Effect.forever(Effect.delay(Effect.ignore(says), heartbeat)))
  const current = () => id ?? made
  const enable = workspace.ask((hatchery, options) => hatchery.webhooks.update(current(), { enabled: true }, options))
  return {
    id: current,
    /** whether it had to be made again or switched on: of what happened meanwhile nothing was kept */
    ensure: workspace
      .ask((hatchery, options) => hatchery.webhooks.get(current(), options))
      .pipe(
        Effect.flatMap(({ enabled }) => (enabled ? Effect.succeed(false) : Effect.as(enable, true))),
        Effect.catchIf(isGone, () => Effect.as(make, true))
      )
  }
})

export type ListenEndpoint = Effect.Success<ReturnType<typeof listenEndpoint>>
