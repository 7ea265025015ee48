/** Reads a product's site or repository for what it says of itself. Nothing of it is run. */
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { AppConfig } from "../../Config.ts"
import { type Budget, ExtractFailed, SiteFetcher } from "./Fetcher.ts"
import { pageText } from "./Html.ts"
import { eventsIn, fileKind, stackOf } from "./Code.ts"

export interface Reading {
  readonly text: string
  readonly language: string | null
  /** names of events found in code */
  readonly events: ReadonlyArray<string>
  /** null where it is no code, or none we know */
  readonly stack: string | null
}

const text_max = 20_000
const site = { bytes: 1_000_000, ms: 15_000 } as const
const repository = { bytes: 6_000_000, ms: 60_000 } as const
const files_max = 20
const manifests_max = 6
const file_bytes_max = 100_000

/** A Reference, because only tests bring a GitHub of their own. */
export const GitHubApi = Context.Reference<string>("hatchery/platform/GitHubApi", {
  defaultValue: () => "https://api.github.com"
})

const repoPattern = /^https:\/\/github\.com\/([a-z0-9](?:[a-z0-9-]{0,38}))\/([a-z0-9._-]{1,100}?)(?:\.git)?\/?$/i
export const repoOf = (url: string) => {
  const [, owner, name] = repoPattern.exec(url) ?? []
  return owner === undefined || name === undefined || /^\.{1,2}$/.test(name) ? undefined : { owner, name }
}

const About = Schema.Struct({
  private: Schema.optionalKey(Schema.Boolean),
  default_branch: Schema.String,
  description: Schema.optionalKey(Schema.NullOr(Schema.String)),
  language: Schema.optionalKey(Schema.NullOr(Schema.String))
})
const Tree = Schema.Struct({
  tree: Schema.Array(
    Schema.Struct({ path: Schema.String, type: Schema.String, size: Schema.optionalKey(Schema.Number) })
  )
})

const pages = /^text\/(?:html|plain|markdown|x-markdown)$|^application\/xhtml\+xml$/
const anything = /^(?:text\/|application\/)/
const worthReading = /\/(?:features?|products?|pricing)(?:\.html?)?\/?$/i
const more_max = 2

const budgetOf = ({ bytes, ms }: { readonly bytes: number; readonly ms: number }) =>
  Effect.map(Clock.currentTimeMillis, (now): Budget => ({ bytes_left: bytes, until: now + ms }))

const kept = (reading: Reading) =>
  reading.text.trim() === "" && reading.events.length === 0
    ? Effect.fail(new ExtractFailed({ reason: "empty" }))
    : Effect.succeed({ ...reading, text: reading.text.slice(0, text_max).toWellFormed().replaceAll("\u0000", "") })

export class SiteReader extends Context.Service<
  SiteReader,
  {
    /** why this URL is not read, by its text alone */
    refuses(url: string): string | undefined
    site(url: string): Effect.Effect<Reading, ExtractFailed>
    repository(url: string): Effect.Effect<Reading, ExtractFailed>
  }
>()("hatchery/platform/SiteReader") {
  static readonly layer = Layer.effect(
    SiteReader,
    Effect.gen(function* () {
      const fetcher = yield* SiteFetcher
      return SiteReader.of({
        refuses: fetcher.refuses,
        site: Effect.fn("SiteReader.site")(function* (url) {
          const budget = yield* budgetOf(site)
          const { page, said } = yield* readPage(fetcher, url, budget)
          const more = said.links.flatMap((link) => {
            const target = URL.canParse(link, page.url) ? new URL(link, page.url) : undefined
            if (target === undefined || target.host !== new URL(page.url).host) return []
            target.hash = ""
            return worthReading.test(target.pathname) && target.href !== page.url ? [target.href] : []
          })
          const others = yield* Effect.forEach([...new Set(more)].slice(0, more_max), (other) =>
            // What is missing or too much of the other pages is no loss of the first.
            readPage(fetcher, other, budget).pipe(
              Effect.map((read) => read.said.text),
              Effect.orElseSucceed(() => "")
            )
          )
          const text = [said.text, ...others].join("\n")
          return yield* kept({ text, language: said.language, events: [], stack: null })
        }),
        repository: yield* repositories
      })
    })
  ).pipe(Layer.provide(SiteFetcher.layer))
}

const readPage = Effect.fnUntraced(function* (fetcher: SiteFetcher["Service"], url: string, budget: Budget) {
  const page = yield* fetcher.get(url, budget, { types: pages })
  const isHtml = page.type.includes("html")
  return { page, said: isHtml ? pageText(page.text) : { language: null, text: page.text, links: [] } }
})

const repositories = Effect.gen(function* () {
  const fetcher = yield* SiteFetcher
  const api = yield* GitHubApi
  const { githubToken } = yield* AppConfig
  const headers = githubToken === undefined ? {} : { authorization: `Bearer ${Redacted.value(githubToken)}` }
  const unreadable = () => new ExtractFailed({ reason: "unreachable" })

  return Effect.fn("SiteReader.repository")(function* (url: string) {
    const repo = repoOf(url)
    if (repo === undefined) return yield* unreadable()
    const budget = yield* budgetOf(repository)
    const base = `${api}/repos/${repo.owner}/${repo.name}`
    const get = (path: string, accept: string) =>
      fetcher.get(`${base}${path}`, budget, { types: anything, headers: { ...headers, accept } })
    const json = <A>(schema: Schema.Codec<A, unknown>, path: string) =>
      Effect.flatMap(get(path, "application/vnd.github+json"), ({ text }) =>
        Effect.mapError(Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text), unreadable)
      )
    const raw = (path: string) =>
      get(path, "application/vnd.github.raw+json").pipe(
        Effect.map(({ text }) => text.slice(0, file_bytes_max)),
        Effect.orElseSucceed(() => "")
      )
    const about = yield* json(About, "")
    // The operator's token may open what is not the tenant's to read.
    if (about.private === true) return yield* unreadable()
    // A repository too large to be listed still has a README.
    const tree = yield* json(Tree, `/git/trees/${encodeURIComponent(about.default_branch)}?recursive=1`).pipe(
      Effect.map((found) => found.tree),
      Effect.orElseSucceed((): typeof Tree.Type.tree => [])
    )
    const files = tree.filter(({ size = 0, type }) => type === "blob" && size <= file_bytes_max)
    const contents = (kind: "manifest" | "code", max: number) =>
      Effect.forEach(
        files.filter(({ path }) => fileKind(path) === kind).slice(0, max),
        ({ path }) =>
          Effect.map(raw(`/contents/${path.split("/").map(encodeURIComponent).join("/")}`), (text) => ({ path, text })),
        { concurrency: 4 }
      )
    const readme = yield* raw("/readme")
    const manifests = yield* contents("manifest", manifests_max)
    const code = yield* contents("code", files_max)
    const text = [about.description ?? "", readme].join("\n")
    const events = [...new Set(code.flatMap((file) => eventsIn(file.text)))]
    return yield* kept({ text, language: about.language ?? null, events, stack: stackOf(manifests) })
  })
})
