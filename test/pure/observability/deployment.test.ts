/** The files that deploy and watch the service fit together, and are such as their readers take. */
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { compose, readCompose } from "../../kit/deployment/Compose.ts"
import { read } from "../../kit/house/SourceTree.ts"

describe("docker-compose.yml", () => {
  it("is a file that Compose v2 takes", () => {
    assert.includeMembers(Object.keys(compose().services), ["postgres", "api", "runner"])
  })

  it("would be refused with a key that is none, a bare number for a time, or version 2 habits", () => {
    const service = (lines: string) => `services:\n  one:\n    image: one\n${lines}`
    assert.isObject(readCompose(service("    stop_grace_period: 30s\n")))
    for (const wrong of [
      "    stop_grace_periods: 30s\n",
      "    stop_grace_period: 30\n",
      "    mem_limits: 1g\n",
      "    depends_on: { two: { condition: healthy } }\n",
      "    ports: [4000]\n"
    ]) {
      assert.throws(() => readCompose(service(wrong)), undefined, undefined, wrong)
    }
  })

  it("names nothing that it does not have", () => {
    const { services, volumes = {} } = compose()
    for (const [name, { depends_on = {}, volumes: mounted = [] }] of Object.entries(services)) {
      for (const other of Object.keys(depends_on)) assert.property(services, other, name)
      for (const mount of mounted) {
        const source = mount.split(":")[0]!
        if (!/^[./]/.test(source)) assert.property(volumes, source, name)
      }
    }
  })

  it("keeps the key of a demo workspace when a container is made anew", () => {
    const folder = /DATA_DIR=(\S+)/.exec(read("Dockerfile"))?.[1]
    const kept = compose().services["api"]?.volumes ?? []
    assert.isTrue(
      kept.some((mount) => mount.split(":")[1] === folder),
      `no volume of api covers ${folder}`
    )
  })
})

interface Scrape {
  readonly dns_sd_configs?: ReadonlyArray<{ readonly names: ReadonlyArray<string>; readonly port: number }>
  readonly static_configs?: ReadonlyArray<{ readonly targets: ReadonlyArray<string> }>
}

describe("prometheus.yml", () => {
  it("scrapes services of docker-compose.yml, all that are nodes, at the port they listen on", () => {
    const { scrape_configs } = parse(read("ops/prometheus/prometheus.yml")) as {
      readonly scrape_configs: ReadonlyArray<Scrape>
    }
    const targets = scrape_configs.flatMap(({ dns_sd_configs = [], static_configs = [] }) => [
      ...dns_sd_configs.flatMap(({ names, port }) => names.map((name) => `${name}:${port}`)),
      ...static_configs.flatMap((one) => one.targets)
    ])
    const nodes = Object.entries(compose().services).filter(
      ([, { environment }]) => environment?.["ROLE"] !== undefined
    )
    const wanted = nodes.map(([name, { environment }]) => `${name}:${environment?.["PORT"] ?? 4000}`)
    assert.deepStrictEqual([...targets].sort(), [...wanted].sort())
  })
})
