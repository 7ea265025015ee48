/** What a repository's files tell without being run: which stack it is, and which events its code sends. */

interface File {
  readonly path: string
  readonly text: string
}

const nameOf = (path: string): string => (path.split("/").at(-1) ?? path).toLowerCase()

const manifests =
  /^(?:package\.json|requirements\.txt|pyproject\.toml|pipfile|gemfile|composer\.json|go\.mod|pom\.xml)$/
const builds = /^(?:build\.gradle(?:\.kts)?|.+\.csproj)$/
const telling = /^(?:events?|analytics|tracking|routes|models)\.(?:m?[jt]sx?|py|rb|php|go|java|kt|cs)$/

/** Manifests at the top or one folder below; files by whose name events are to be expected, anywhere of one's own. */
export const fileKind = (path: string): "manifest" | "code" | undefined => {
  if (/(?:^|\/)(?:node_modules|vendor|dist|build|\.[^/]+)\//.test(path)) return undefined
  const name = nameOf(path)
  if ((manifests.test(name) || builds.test(name)) && path.split("/").length <= 2) return "manifest"
  return telling.test(name) ? "code" : undefined
}

const signs: ReadonlyArray<readonly [stack: string, file: RegExp, text: RegExp]> = [
  ["nextjs", /^package\.json$/, /"next"\s*:/],
  ["django", /^(?:requirements\.txt|pyproject\.toml|pipfile)$/, /\bdjango\b/i],
  ["rails", /^gemfile$/, /\brails\b/i],
  ["laravel", /^composer\.json$/, /laravel\/framework/i],
  ["go", /^go\.mod$/, /./],
  ["java", /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, /./],
  ["dotnet", /\.csproj$/, /./],
  ["python", /^(?:requirements\.txt|pyproject\.toml|pipfile)$/, /./],
  ["node", /^package\.json$/, /./]
]

/** null: none that we know. */
export const stackOf = (files: ReadonlyArray<File>): string | null => {
  const sign = signs.find(([, file, text]) => files.some((one) => file.test(nameOf(one.path)) && text.test(one.text)))
  return sign === undefined ? null : sign[0]
}

const calls = /\b(?:track|capture)\(\s*(?:[\w.$]{1,60}\s*,\s*)?["'`]([^"'`\n]{1,80})["'`]/g
const options = /\b(?:track|capture)\(\s*\{[^{}]{0,300}?\bevent["']?\s*[:=]\s*["'`]([^"'`\n]{1,80})["'`]/g
const keywords = /\b(?:track|capture)\([^()]{0,300}?\bevent\s*[:=]\s*["'`]([^"'`\n]{1,80})["'`]/g
const events_max = 50

/** Names in track() and capture(), as analytics libraries are called. */
export const eventsIn = (text: string): ReadonlyArray<string> => {
  const found = [calls, options, keywords].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, name = ""]) => name.trim())
  )
  const isName = (name: string) => name !== "" && !name.includes("${") && !/\p{C}/u.test(name)
  return [...new Set(found)].filter(isName).slice(0, events_max)
}
