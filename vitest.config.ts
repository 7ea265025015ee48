import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/kit/globalSetup.ts"],
    // sharp and argon2 are native, and some tests stop whole processes: each file gets its own process
    pool: "forks",
    // every worker runs a service of its own beside the database
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000
  }
})
