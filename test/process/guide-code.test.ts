/** The guide in every stack: its code parses in its language, whatever event types are called. */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { presets } from "../../src/features/authoring/presets/Rules/Catalogue.ts"
import { stacks } from "../../src/features/tenant/onboarding/Api/Questions.ts"
import { guideOf } from "../../src/features/tenant/onboarding/Service/Guide.ts"
import type { EventTypeInput } from "../../src/wire/content/EventType.ts"

const odd: EventTypeInput = {
  event_type: `it's "odd" \\ $x #{y} \${z} %s`,
  name: null,
  description: "",
  properties: [
    { name: `a'b"c\\d`, type: "string", required: false },
    { name: "flag", type: "boolean", required: false },
    { name: "list", type: "array", required: false },
    { name: "map", type: "object", required: false }
  ],
  unknown_properties: "allow",
  status: "active"
}
const event_types = [...presets.flatMap(({ content }) => content.event_types), odd]

/** How each language says that a file parses. */
const checks: Readonly<Record<string, (path: string) => readonly [command: string, ...args: Array<string>]>> = {
  javascript: (path) => [process.execPath, "--check", path],
  python: (path) => ["python3", "-c", "import ast,sys; ast.parse(open(sys.argv[1]).read())", path],
  ruby: (path) => ["ruby", "-c", path],
  php: (path) => ["php", "-l", path],
  go: (path) => ["gofmt", "-e", "-l", path],
  bash: (path) => ["bash", "-n", path]
}

/** Quotes, escapes and brackets close: what a parser trips over first, for languages this machine does not speak. */
const balanced = (code: string): boolean => {
  const plain = code
    .replaceAll(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, "")
  const open: Array<string> = []
  const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" }
  for (const mark of plain.match(/[()[\]{}"]/g) ?? []) {
    if (mark === '"') return false
    if (pairs[mark] === undefined) open.push(mark)
    else if (open.pop() !== pairs[mark]) return false
  }
  return open.length === 0
}

describe("the guide", () => {
  for (const stack of stacks) {
    it(`for ${stack} parses, has a call for every event type and no key in it`, () => {
      const guide = guideOf({ stack, source: "plan", event_types, public_url: "https://hatchery.example.com" })
      const folder = mkdtempSync(join(tmpdir(), "h-guide-"))
      try {
        const files = guide.steps.flatMap((step) => step.files)
        for (const { code, language, path } of files) {
          if (["ini", "html"].includes(language)) continue
          const place = join(folder, path)
          mkdirSync(dirname(place), { recursive: true })
          writeFileSync(place, code)
          const check = checks[language]
          const [command, ...args] = check === undefined ? [] : check(place)
          const ran = command === undefined ? undefined : spawnSync(command, args, { encoding: "utf8" })
          // A language this machine lacks is judged by its brackets.
          if (ran === undefined || ran.error !== undefined) assert.isTrue(balanced(code), `${path}\n${code}`)
          else assert.strictEqual(ran.status, 0, `${path}: ${ran.stderr}${ran.stdout}\n${code}`)
        }
        const all = files.map(({ code }) => code).join("\n")
        for (const { event_type } of event_types) if (event_type !== odd.event_type) assert.include(all, event_type)
        assert.notMatch(all, /svc_(?:live|test|sk)/)
        assert.include(all, "HATCHERY_API_KEY")
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  }
})
