/**
 * `npm run clients`: the document as others use it. Judged by Spectral, turned into three clients by three generators,
 * compiled by TypeScript 5 in strict mode, and each client sent through a first journey on a service of its own.
 * Packages of their own, because none of this works beside the TypeScript the service is checked with.
 */
import { build } from "esbuild"
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, "../..")
const journeys = ["openapi-fetch", "hey-api", "orval"]

const run = (command, args, env = {}) =>
  new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: here, stdio: "inherit", env: { ...process.env, ...env } })
    child.once("error", failed)
    child.once("close", (code) => (code === 0 ? done() : failed(new Error(`${command} ${args.join(" ")}: ${code}`))))
  })

const tool = (name, ...args) => {
  console.log(`> ${name}`)
  return run(join(here, "node_modules/.bin", name), args)
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })

const generate = async () => {
  rmSync(join(here, ".generated"), { recursive: true, force: true })
  await tool("openapi-typescript", "../openapi.json", "-o", ".generated/openapi-typescript.ts")
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"]
  await tool("openapi-ts", "-i", "../openapi.json", "-o", ".generated/hey-api", "-p", ...plugins)
  await tool("orval", "--config", "orval.config.mjs")
}

/** The key of the demo workspace, once that has rules in force. */
const readyKey = async (base, folder) => {
  const file = join(folder, "demo-key")
  if (!existsSync(file)) return undefined
  const key = readFileSync(file, "utf8").trim()
  const answer = await fetch(`${base}/api/v1/customers/me`, { headers: { authorization: `Bearer ${key}` } })
  return answer.ok && (await answer.json()).active_config_version_id !== null ? key : undefined
}

const until = async (service, look) => {
  for (;;) {
    if (service.exitCode !== null) throw new Error("the service did not start")
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 500))
  }
}

/** A service with its demo workspace, until `use` is through with it. */
const withService = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), "hatchery-clients-"))
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_FORMAT: "json" }
  const service = spawn(process.execPath, [join(root, "src/main.ts")], { cwd: root, stdio: "ignore", env })
  const ended = new Promise((done) => service.once("close", done))
  try {
    const base = `http://localhost:${port}`
    const key = await until(service, () => readyKey(base, folder))
    await use(base, key)
  } finally {
    service.kill("SIGTERM")
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Orval writes the address into the client; here it is only known when the service runs. */
const journey = async (name, base, key) => {
  const outfile = join(here, `.generated/${name}.mjs`)
  await build({
    entryPoints: [join(here, `journeys/${name}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error"
  })
  await run(process.execPath, ["--import", join(here, "fetch-at.mjs"), outfile], { BASE: base, KEY: key })
}

const main = async () => {
  if (!existsSync(join(here, "node_modules/.package-lock.json"))) {
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
  }
  await tool("spectral", "lint", "../openapi.json", "-r", "spectral.yaml", "--fail-severity=hint")
  await generate()
  await tool("tsc", "-p", "tsconfig.json")
  await withService(async (base, key) => {
    for (const name of journeys) await journey(name, base, key)
  })
}

await main()
