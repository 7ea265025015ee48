/** What stands before every npm command: the machine is looked at, packages are installed once and repaired. */
import { afterAll, assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const base = mkdtempSync(join(tmpdir(), "hatchery-launcher-"))
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** The native package this machine needs, as a lockfile has it: of glibc or musl, whichever is here. */
const libc = (process.report.getReport() as { readonly header: Record<string, unknown> }).header["glibcVersionRuntime"]
  ? "glibc"
  : "musl"
const native = (name: string, over: Readonly<Record<string, unknown>> = {}) => ({
  [`node_modules/${name}`]: {
    version: "1.0.0",
    integrity: "sha512-n",
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
    ...(process.platform === "linux" ? { libc: [libc] } : {}),
    ...over
  }
})
const packages = {
  "": { name: "project" },
  "node_modules/plain": { version: "1.0.0", integrity: "sha512-p" },
  ...native("native"),
  ...native("foreign", { os: ["aix"] }),
  ...native("otherlibc", { libc: ["another"] }),
  "node_modules/tool": { version: "1.0.0", integrity: "sha512-t", dev: true }
}

/** Does what npm ci does, and says that it was called; `leaveOut` names what it cannot have. */
const fakeNpm = `
const { mkdirSync, readFileSync, rmSync, writeFileSync, appendFileSync } = require("node:fs")
appendFileSync("calls", process.argv.slice(2, 3) + "\\n")
if (process.env.NPM_COMPLAINT) { console.error(process.env.NPM_COMPLAINT); process.exit(1) }
rmSync("node_modules", { recursive: true, force: true })
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"))
const left = (process.env.NPM_LEAVES_OUT || "foreign,otherlibc").split(",")
const installed = Object.entries(packages).filter(([path]) => path && !left.includes(path.slice(13)))
for (const [path] of installed) {
  mkdirSync(path, { recursive: true })
  writeFileSync(path + "/package.json", "{}")
}
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: Object.fromEntries(installed) }))
`

const project = (name: string) => {
  const root = join(base, name)
  mkdirSync(join(root, "src/cli"), { recursive: true })
  cpSync("scripts", join(root, "scripts"), { recursive: true })
  cpSync("package.json", join(root, "package.json"))
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }))
  writeFileSync(join(root, "src/cli/main.ts"), 'process.stdout.write("ran\\n")\n')
  writeFileSync(join(root, "npm-cli.cjs"), fakeNpm)
  const run = (
    args: ReadonlyArray<string>,
    { env = {}, node = [] }: { readonly env?: Record<string, string>; readonly node?: ReadonlyArray<string> } = {}
  ) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [...node, "scripts/run.mjs", ...args], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, npm_execpath: join(root, "npm-cli.cjs"), ...env }
    })
    return { status, stderr, stdout }
  }
  const calls = () =>
    existsSync(join(root, "calls")) ? readFileSync(join(root, "calls"), "utf8").split("\n").length - 1 : 0
  return { root, run, calls }
}

/** As if npm ran under another Node, or on another machine. */
const as = (facts: Readonly<Record<string, string>>) => {
  const script = Object.entries(facts).map(
    ([name, value]) => `Object.defineProperty(process, "${name}", { value: "${value}" });`
  )
  return ["--import", `data:text/javascript,${script.join("")}`]
}

describe("an npm command", () => {
  it("installs once", () => {
    const { calls, run } = project("once")
    const first = run(["verify"])
    assert.deepStrictEqual([first.status, first.stdout], [0, "ran\n"])
    assert.match(first.stderr, /^Installing packages \(npm ci\), once/)
    assert.deepStrictEqual(run(["verify"]), { status: 0, stdout: "ran\n", stderr: "" })
    assert.strictEqual(calls(), 1)
  })

  const damage: ReadonlyArray<readonly [what: string, harm: (root: string) => void]> = [
    ["an install that was interrupted", (root) => rmSync(join(root, "node_modules/.package-lock.json"))],
    ["a native part that an older Node left out", (root) => edit(root, (found) => delete found["node_modules/native"])],
    ["a native part that is gone", (root) => rmSync(join(root, "node_modules/native"), { recursive: true })],
    ["a package that is half there", (root) => rmSync(join(root, "node_modules/plain/package.json"))],
    ["another version", (root) => edit(root, (found) => (found["node_modules/plain"]!["version"] = "0.9.0"))]
  ]
  const edit = (root: string, change: (found: Record<string, Record<string, unknown>>) => unknown) => {
    const path = join(root, "node_modules/.package-lock.json")
    const lock = JSON.parse(readFileSync(path, "utf8"))
    change(lock.packages)
    writeFileSync(path, JSON.stringify(lock))
  }
  it.each(damage)("repairs %s", (what, harm) => {
    const { calls, root, run } = project(`repair ${what}`)
    run(["verify"])
    harm(root)
    assert.deepInclude(run(["verify"]), { status: 0, stdout: "ran\n" })
    assert.deepInclude(run(["verify"]), { status: 0, stderr: "" })
    assert.strictEqual(calls(), 2)
  })

  it("says what npm left out without a word, and tries again the next time", () => {
    const { calls, run } = project("left out")
    const refused = run(["verify"], { env: { NPM_LEAVES_OUT: "native,foreign,otherlibc" } })
    assert.deepStrictEqual([refused.status, refused.stdout], [1, ""])
    assert.match(refused.stderr, /npm left out native, which this machine needs\. Run the command again/)
    assert.strictEqual(run(["verify"]).status, 0)
    assert.strictEqual(calls(), 2)
  })

  it("says in a line that there is no network, and otherwise what npm said", () => {
    const { run } = project("no network")
    const said = (NPM_COMPLAINT: string) => run(["verify"], { env: { NPM_COMPLAINT } }).stderr.split("\n").slice(1)
    const offline = "npm error code ENOTFOUND\nnpm error request to https://registry.npmjs.org/effect failed"
    assert.deepStrictEqual(said(offline), [
      "npm could not reach https://registry.npmjs.org (ENOTFOUND): look at the network or the proxy, " +
        "then run the command again.",
      ""
    ])
    assert.deepStrictEqual(said("npm error no space left"), ["npm error no space left", "npm ci failed.", ""])
  })

  const unfit: ReadonlyArray<readonly [facts: Record<string, string>, complaint: RegExp]> = [
    [{ version: "v18.20.8" }, /^Hatchery needs Node 20\.19 or a newer 20, or 22\.12 or newer\. This is v18\.20\.8\./],
    [{ version: "v20.18.3" }, /^Hatchery needs Node 20\.19.* This is v20\.18\.3\./],
    [{ version: "v21.7.3" }, /^Hatchery needs Node 20\.19.* This is v21\.7\.3\./],
    [
      { version: "v22.21.1", platform: "darwin", arch: "arm64" },
      /^Hatchery runs on Node 24, which it brings along for .*, but not for darwin-arm64: .* This is v22\.21\.1\./
    ],
    [{ version: "v22.21.1", platform: "win32", arch: "arm64" }, /but not for win32-arm64/]
  ]
  it.each(unfit)("installs nothing and says so in one line on %j", (facts, complaint) => {
    const { calls, run } = project(`unfit ${JSON.stringify(facts).replace(/\W/g, "")}`)
    const { status, stderr, stdout } = run(["start"], { node: as(facts) })
    assert.deepStrictEqual([status, stdout, calls()], [1, "", 0])
    assert.match(stderr, complaint)
    assert.match(stderr, /^.*nothing was installed\.\n$/)
  })
})

describe("--help", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }
  const { calls, root, run } = project("help")

  it.each(Object.keys(scripts))("of %s prints help and does nothing else", (name) => {
    assert.strictEqual(scripts[name], `node scripts/run.mjs ${name}`)
    for (const args of [["--help"], ["-h"], ["something", "--help"]]) {
      const { status, stderr, stdout } = run([name, ...args])
      assert.deepStrictEqual([status, stderr], [0, ""])
      assert.match(stdout, new RegExp(`^npm (run )?${name}( -- .*)?\n\n {2}\\w`))
    }
    assert.deepStrictEqual([calls(), existsSync(join(root, "node_modules"))], [0, false])
  })

  it("lists every command, and names it when there is none of that name", () => {
    const { status, stderr } = run(["strat"])
    assert.strictEqual(status, 2)
    for (const name of Object.keys(scripts)) assert.match(stderr, new RegExp(`^ {2}npm (run )?${name} `, "m"))
    assert.strictEqual(run(["--help"]).stdout, stderr)
  })

  it.each(["start", "check"])("is what %s answers to arguments it does not take", (name) => {
    const { status, stderr } = run([name, "--port", "5000"])
    assert.deepStrictEqual([status, calls()], [2, 0])
    assert.match(stderr, new RegExp(`^${name} takes no arguments, and was given --port 5000\\.\n`))
  })

  it.each([
    ["test:faults", "test/faults/main.ts"],
    ["simulate", "test/simulation/main.ts"],
    ["bench", "test/bench/main.ts"]
  ])("of %s knows the options of %s, and no others", (name, file) => {
    const parsed = [...readFileSync(file, "utf8").matchAll(/^\s+(\w+): \{\s+type: "/gm)].map(([, option]) => option)
    const told = [...run([name, "--help"]).stdout.matchAll(/^ {2}--(\w+)/gm)].map(([, option]) => option)
    assert.isNotEmpty(told)
    assert.sameMembers(told, parsed)
  })
})
