/** The console's shell: one page for every address below /console, which loads the files of its build and no others. */

/** What a build has of the console: where a file is and what its bytes are known by. */
export interface ShellFile {
  readonly name: string
  readonly integrity: string
  /** of a script, to see what it begins with; of anything else empty */
  readonly text: string
}

/**
 * Sinks that make code of text take none here, and whatever is not said is forbidden. Pictures of items stand wherever
 * their tenant keeps them; `pictures`: ours carry the name the service gives itself, which need not be the one the page
 * was opened under.
 */
export const policyOf = (pictures: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${pictures} https: data:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'"
  ].join("; ")

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M16 3c6 0 10 9 10 " +
  "15a10 10 0 0 1-20 0C6 12 10 3 16 3z' fill='%236c5ce7'/%3E%3C/svg%3E"

/** What the files are called after. */
const room = "console"

const imported = /(?:from|import)\s*"\.\/([\w-]+\.js)"/g

const entry = `${room}.js`

/** The parts a script begins with, and theirs: what waits for nobody's click. */
export const partsOf = (files: ReadonlyMap<string, ShellFile>, start = entry): ReadonlyArray<string> => {
  const found = new Set<string>()
  const look = (name: string) => {
    for (const [, part = ""] of files.get(name)?.text.matchAll(imported) ?? []) {
      if (found.has(part) || part === start) continue
      found.add(part)
      look(part)
    }
  }
  look(start)
  return [...found]
}

/** Deeper than any page stands: an address of nothing but slashes would be answered by forty times its length. */
const deepest = 12

/** How many folders lie between the service's root and an address: the service may stand behind a path of its own. */
const depthOf = (path: string) => Math.min(deepest, Math.max(0, path.split("/").length - 2))

/** `path`: as it was asked for, from the service's root on. */
export const shellOf = (build: string, files: ReadonlyMap<string, ShellFile>, path: string): string => {
  const at = (name: string) =>
    `"${"../".repeat(depthOf(path))}cdn/${build}/${name}" integrity="${files.get(name)?.integrity ?? ""}"`
  const parts = partsOf(files).map((name) => `<link rel="modulepreload" href=${at(name)}>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Hatchery</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href=${at(`${room}.css`)}>
${parts.join("\n")}
<script type="module" src=${at(entry)}></script>
</head>
<body>
<div id="console"><noscript><p>The console needs JavaScript.</p></noscript></div>
</body>
</html>
`
}
