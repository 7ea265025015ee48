/** The test kit's tarball in a project that has no checkout: compiled strictly, and run. */
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as kit from "hatchery/testing"
import { assembleTesting } from "../../../sdk/build/testing.ts"
import type { Published } from "../../../src/testing/Published.ts"
import { root } from "../../kit/house/SourceTree.ts"
import { examplesOf } from "../../kit/sdk/Project.ts"

const execute = promisify(execFile)

let folder: string
let project: string

/** No DOM, no types of Node or vitest, nothing skipped: the kit counts on none of what a project may have. */
const tsconfig = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    module: "nodenext",
    target: "es2022",
    lib: ["es2022"],
    types: [],
    noEmit: true
  },
  include: ["typed.ts"]
}

const vitest = `import { defineConfig } from "vitest/config"
const patience = 300_000
export default defineConfig({ test: { testTimeout: patience, globalSetup: ["@hatchery/testing/setup"] } })
`

/** Only what the package says it needs is there for it. */
const install = async (tarball: string) => {
  const kit = join(project, "node_modules/@hatchery/testing")
  await mkdir(kit, { recursive: true })
  await execute("tar", ["xzf", tarball, "--strip-components=1", "-C", kit])
  const { dependencies } = JSON.parse(await readFile(join(kit, "package.json"), "utf8")) as { dependencies: object }
  for (const name of [...Object.keys(dependencies), "vitest"]) {
    const place = join(project, "node_modules", name)
    await mkdir(dirname(place), { recursive: true })
    await symlink(join(root, "node_modules", name), place)
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hatchery-kit-"))
  project = join(folder, "project")
  await mkdir(project)
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "theirs", private: true, type: "module" }))
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(tsconfig))
  await writeFile(join(project, "vitest.config.js"), vitest)
  await install(await assembleTesting(join(folder, "package")))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const [example = ""] = examplesOf("sdk/testing/README.md")

/** As the outcome of a program: what it printed, whatever became of it. */
const printed = (program: string, ...args: ReadonlyArray<string>): Promise<string> =>
  execute(program, args, { cwd: project }).then(
    ({ stderr, stdout }) => stdout + stderr,
    ({ stderr, stdout }: { readonly stderr: string; readonly stdout: string }) => stdout + stderr
  )

describe("the packed test kit", () => {
  it("promises what the kit is", () => {
    const published: Published = kit
    assert.isFunction(published.startTestService)
  })

  it("has types that stand alone", async () => {
    const typed = example.replace(/import \{[^}]*\} from "vitest"/, "declare const expect: any, test: any")
    assert.include(typed, "declare const expect")
    await writeFile(join(project, "typed.ts"), typed)
    const compile = () => printed(process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", project)
    assert.strictEqual(await compile(), "")
    await writeFile(join(project, "typed.ts"), typed.replace("user_id:", "userId:"))
    assert.include(await compile(), "user_id")
  })

  it("runs the example of its README as it stands there", async () => {
    await writeFile(join(project, "rules.test.ts"), example)
    const said = await printed(process.execPath, join(project, "node_modules/vitest/vitest.mjs"), "run")
    assert.match(said, /1 passed/)
  })
})
