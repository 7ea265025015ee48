/** The cluster of containers has no secret everybody knows, and nobody in it may do more than he must. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"

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
})
