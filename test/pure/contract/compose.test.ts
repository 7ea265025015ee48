/** The cluster of containers has no secret everybody knows, and nobody in it may do more than he must. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const root = join(import.meta.dirname, "../../..")
const compose = readFileSync(join(root, "docker-compose.yml"), "utf8")
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8")

/** Text of each block two spaces deep below a top-level key, or of the block itself when it is an anchor. */
const blockOf = (name: string) => {
  const [, text = ""] = new RegExp(`^${name}:.*\\n((?:(?: .*)?\\n)*)`, "m").exec(compose) ?? []
  return text
}
const services = new Map(
  Array.from(blockOf("services").matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)*)/gm), ([, name, text]) => [name, text!])
)
/** A service with what it takes over from elsewhere. */
const whole = (text: string): string => {
  const [, anchor] = /<<: \*(node|confined)/.exec(text) ?? []
  return anchor === undefined ? text : text + whole(blockOf(`x-${anchor}`))
}

describe("docker compose", () => {
  it("starts with secrets that were given to it, or not at all", () => {
    const variables = Array.from(compose.matchAll(/\$\{(\w+)([^}]*)\}/g), ([, name, rest]) => [name!, rest!] as const)
    const secrets = variables.filter(([name]) => /PASSWORD|SECRET/.test(name) && name !== "SECRET_KEY_PREVIOUS")
    assert.sameMembers(
      [...new Set(secrets.map(([name]) => name))],
      ["POSTGRES_PASSWORD", "SECRET_KEY", "CLUSTER_SECRET"]
    )
    for (const [name, rest] of secrets) assert.match(rest, /^:\?/, name)
  })

  it("seeds no demo", () => {
    assert.notMatch(compose, /^ +DEMO:/m)
  })

  it("hands on every setting that is not the containers' own affair", () => {
    const own = /^(PORT|HOST|ROLE|RUNNER_.*|DATA_DIR|DEMO|NO_COLOR)$/
    const explained = readFileSync(join(root, ".env.example"), "utf8").matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)
    const wanted = Array.from(explained, ([, name]) => name!).filter((name) => !own.test(name))
    const given = Array.from(blockOf("x-environment").matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm), ([, name]) => name!)
    assert.sameMembers(given, wanted)
  })

  it("lets nobody be root or write to the image", () => {
    assert.deepStrictEqual([...services.keys()], ["postgres", "valkey", "api", "runner"])
    for (const [name, text] of services) {
      const all = whole(text)
      assert.match(all, /^ +read_only: true$/m, name)
      assert.match(all, /^ +user: (?!root|0)\w+$/m, name)
      assert.match(all, /^ +cap_drop: \["ALL"\]$/m, name)
      assert.include(all, "no-new-privileges:true", name)
    }
    assert.match(dockerfile, /^USER node$/m)
  })

  it("gives the build of the image every file it copies", () => {
    const lines = readFileSync(join(root, ".dockerignore"), "utf8").trim().split("\n")
    assert.strictEqual(lines[0], "*")
    const given = lines.slice(1).map((line) => line.replace(/^!/, ""))
    const copied = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, all]) => all!.split(" ")).flat()
    assert.includeMembers(copied, ["package.json", "src", "sql"])
    const withheld = copied.filter((path) => !given.some((each) => `${path}/`.startsWith(`${each}/`)))
    assert.deepStrictEqual(withheld, [])
  })

  it("has in its image what the sources read beside themselves", () => {
    const copied = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, all]) => all!.split(" ")).flat()
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name)
    )
    const read = sources.flatMap((name) => {
      const folder = join(root, "src", dirname(name))
      const text = readFileSync(join(root, "src", name), "utf8")
      return Array.from(text.matchAll(/"((?:\.\.\/)+[^"]+)"/g), ([, path]) => relative(root, join(folder, path!)))
    })
    const outside = read.filter((path) => path !== "" && !/^(src|node_modules)\b/.test(path))
    const missing = outside.filter((path) => !copied.some((each) => `${path}/`.startsWith(`${each}/`)))
    assert.deepStrictEqual(missing, [])
  })
})
