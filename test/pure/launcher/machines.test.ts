/** What the project says it runs on is what its packages say. */
import { createRequire } from "node:module"
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"
import { packageFor } from "../../../src/platform/postgres/PostgresBinaries.ts"

interface Entry {
  readonly version: string
  readonly optional?: boolean
  readonly os?: string | ReadonlyArray<string>
  readonly cpu?: string | ReadonlyArray<string>
  readonly bin?: Readonly<Record<string, string>>
  readonly engines?: { readonly node?: string }
}

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"))
const lock: Readonly<Record<string, Entry>> = readJson("package-lock.json").packages
const manifest = readJson("package.json")
const launcher = (await import(new URL("../../../scripts/machine.mjs", import.meta.url).href)) as {
  readonly node_range: string
  readonly service_node_major: number
  readonly node_packages: Readonly<Record<string, { readonly name: string; readonly program: string }>>
  complaint(here: Readonly<Record<string, string>>): string | undefined
}
/** The one npm's own checks use. */
const semver = createRequire(createRequire(import.meta.url).resolve("sharp"))("semver") as {
  satisfies(version: string, range: string): boolean
}

const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"].map((name) => {
  const [platform = "", arch = ""] = name.split("-")
  return { name, platform, arch }
})

const versions = [
  "v18.20.8",
  "v20.18.3",
  "v20.19.0",
  "v20.20.2",
  "v21.7.3",
  "v22.11.0",
  "v22.12.0",
  "v23.5.0",
  "v24.0.0"
]

it("the range of Nodes is the same in package.json, in the launcher and in the README", () => {
  assert.strictEqual(manifest.engines.node, launcher.node_range)
  for (const version of versions) {
    const here = { version, platform: "linux", arch: "x64", libc: "glibc" }
    assert.strictEqual(launcher.complaint(here) === undefined, semver.satisfies(version, launcher.node_range), version)
  }
  assert.include(readFileSync("README.md", "utf8"), "20.19 or a newer 20, or 22.12 or newer")
})

it("npm leaves out no native package under a Node of that range", () => {
  const natives = Object.entries(lock).filter(([, { cpu, optional, os }]) => optional && os && cpu)
  const here = platforms.flatMap(({ arch, platform }) =>
    natives.filter(([, { cpu, os }]) => [os].flat().includes(platform) && [cpu].flat().includes(arch))
  )
  assert.isAbove(here.length, 20)
  for (const [path, { engines }] of here) {
    const range = engines?.node ?? "*"
    for (const version of versions.filter((one) => semver.satisfies(one, launcher.node_range)))
      assert.isTrue(semver.satisfies(version, range), `${path} wants ${range}, not ${version}`)
  }
})

it("the packaged Nodes are all of one version, and each is for the machine it is meant for", () => {
  const pinned = Object.values(launcher.node_packages).map(({ name }) => manifest.optionalDependencies[name])
  assert.deepStrictEqual(new Set(pinned).size, 1)
  assert.sameMembers(
    Object.keys(manifest.optionalDependencies),
    Object.values(launcher.node_packages).map(({ name }) => name)
  )
  for (const [place, { name, program }] of Object.entries(launcher.node_packages)) {
    const entry = lock[`node_modules/${name}`]!
    assert.deepStrictEqual(
      [`${String(entry.os)}-${String(entry.cpu)}`, entry.bin?.["node"], Number.parseInt(entry.version)],
      [place, program, launcher.service_node_major]
    )
  }
})

it.each(platforms)("there is a Postgres for $name", ({ arch, platform }) => {
  const entry = lock[`node_modules/${packageFor(platform, arch)}`]
  assert.deepStrictEqual([[entry?.os].flat(), [entry?.cpu].flat()], [[platform], [arch]])
})
