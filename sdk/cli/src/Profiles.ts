/**
 * Who is logged in where: base URLs and keys by the name of a profile, in one file below the XDG configuration folder
 * that only its owner can read.
 */
import { Effect, FileSystem, Schema } from "effect"
import { homedir } from "node:os"
import { join } from "node:path"
import { refuse } from "../../../src/cli/Outcome.ts"
import { variable } from "../../../src/cli/Target.ts"

export const profileDefault = "default"

const Profile = Schema.Struct({ base_url: Schema.String, api_key: Schema.String })
export type Profile = typeof Profile.Type

const Profiles = Schema.Struct({ profiles: Schema.Record(Schema.String, Profile) })
const fromText = Schema.decodeUnknownEffect(Schema.fromJsonString(Profiles))

/** What is kept on this machine between two runs stands below. */
export const folder = (): string => {
  const inHome = process.platform === "win32" ? variable("APPDATA") : undefined
  return join(variable("XDG_CONFIG_HOME") ?? inHome ?? join(homedir(), ".config"), "hatchery")
}

const path = () => join(folder(), "credentials.json")

const unwritable = () => refuse(`${folder()} cannot be written: set XDG_CONFIG_HOME to a folder that can.`)

/** The whole file or none of it, and for its owner only. */
export const writePrivate = Effect.fnUntraced(
  function* (path: string, text: string) {
    const files = yield* FileSystem.FileSystem
    yield* files.makeDirectory(join(path, ".."), { recursive: true, mode: 0o700 })
    const draft = `${path}.${process.pid}`
    // What a run that was killed left behind may have another mode, which writing would keep.
    yield* files.remove(draft, { force: true })
    yield* files.writeFileString(draft, text, { mode: 0o600 })
    yield* files.rename(draft, path)
  },
  Effect.catchTag("PlatformError", unwritable)
)

/** The text of a file, if there is one. */
export const readIfThere = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  return yield* files
    .readFileString(path)
    .pipe(
      Effect.catchTag("PlatformError", (error) =>
        error.reason._tag === "NotFound" ? Effect.succeed(undefined) : refuse(`${path} cannot be read.`)
      )
    )
})

export const readProfiles = Effect.gen(function* () {
  const text = yield* readIfThere(path())
  if (text === undefined) return {}
  const { profiles } = yield* fromText(text).pipe(
    Effect.catch(() => refuse(`${path()} is damaged: remove it, then run hatchery login.`))
  )
  return profiles
})

export const writeProfiles = (profiles: Readonly<Record<string, Profile>>) =>
  writePrivate(path(), `${JSON.stringify({ profiles }, undefined, 2)}\n`)
