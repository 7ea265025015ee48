import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Every worker and every node that a test starts runs the same code: compiled once, it serves all of them.
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "hatchery-compile-cache")

const all = "test/**/*.test.ts"
const below = (folder: string) => `test/${folder}/**/*.test.ts`

/** Folders of test/process that drive a browser: one of them serves many files of a worker. */
const pages = ["account", "console", "demo", "docs", "surfaces", "widgets"].map((name) => below(`process/${name}`))

/** Folders of test/process whose files look at their process as a whole, or change it. */
const alone = ["contract", "launcher", "observability", "platform"].map((name) => below(`process/${name}`))

/** Long, and short to read: what is left to the end keeps one worker busy while the others have gone. */
const longest =
  "bad-input body-cost wandering isolation access credits short simulation samples forecasts-crash windows".split(" ")

const rank = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return place < 0 ? longest.length : place
}

/** The longest of each project first, the others as the runner likes them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const sorted = await super.sort(files)
    const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()]
    return projects.flatMap((of) => of.toSorted((one, other) => rank(one) - rank(other)))
  }
}

/** Tests that wait for a node that starts, or a lease that ends, leave room for one more; others would be in its way. */
const waiting = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 0 } }
const working = { maxWorkers: availableParallelism(), sequence: { groupOrder: 1 } }

const processSetup = ["src/testing/setup.ts", "test/kit/process/packing.ts"]

/**
 * A file's place decides what it gets, see test/pure/tidy/projects.test.ts. Few files below test/process have a process
 * each: what nearly every test spends most on is importing the service, and its files share that with one worker.
 */
export default defineConfig({
  test: {
    setupFiles: ["test/kit/house/seeded.ts"],
    // sharp and argon2 are native, and some tests stop whole processes
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // Node itself runs the sources, as it does the service: what is imported is not asked for anew at each mention
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // what a test waits for may take long on a busy machine, and only one that fails waits to the end
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          ...working,
          include: [below("pure")],
          setupFiles: ["test/kit/house/nothingOutside.ts"],
          isolate: false
        }
      },
      {
        extends: true,
        test: {
          name: "service",
          ...working,
          include: [all],
          exclude: [below("pure"), below("process")],
          globalSetup: ["src/testing/setup.ts"],
          isolate: false
        }
      },
      {
        extends: true,
        test: {
          name: "pages",
          ...working,
          include: pages,
          globalSetup: ["src/testing/setup.ts"],
          isolate: false
        }
      },
      {
        extends: true,
        test: {
          name: "process",
          ...waiting,
          include: [below("process")],
          exclude: [...pages, ...alone],
          globalSetup: processSetup,
          isolate: false
        }
      },
      {
        extends: true,
        test: {
          name: "alone",
          ...waiting,
          include: alone,
          globalSetup: processSetup
        }
      }
    ]
  }
})
