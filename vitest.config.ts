import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/kit/postgres/globalSetup.ts"],
    setupFiles: ["test/kit/seeded.ts"],
    // sharp and argon2 are native, and some tests stop whole processes: each file gets its own process
    pool: "forks",
    // every worker runs a service of its own beside the database
    maxWorkers: 2,
    // what a test waits for may take long on a busy machine, and only one that fails waits to the end
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000
  }
})
