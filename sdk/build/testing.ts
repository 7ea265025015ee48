/** `@hatchery/testing`: the service and its test kit as JavaScript, each file in its place. */
import { build } from "esbuild"
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { pack } from "./package.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** What the service reads while it runs, beside its modules: as it stands, in the same places. */
const readAsItIs = [
  "sql",
  "contract/openapi.json",
  "docs/guides",
  "src/demo/page",
  "src/edge/account/page",
  "src/edge/docs/page",
  "src/edge/pages/page",
  "src/widgets",
  "sdk/src",
  "LICENSE"
]

/** Modules of the service; commands of operators and what only browsers load are none. */
const modules = async () => {
  const names = await readdir(join(root, "src"), { recursive: true })
  return names
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((name) => name.endsWith(".ts") && !/^src\/((cli|widgets|demo\/page)\/|(main|Service)\.ts$)/.test(name))
}

const toJavaScript = (text: string) =>
  text.replace(/((?:\bfrom |\bimport\(|\bimport )")(\.{1,2}\/[^"]+)\.ts"/g, '$1$2.js"')

/** The types stand alone already; what they promise becomes what is exported. */
const declarationsOf = (published: string): string => {
  const [, members = ""] = /^export interface Published \{\n([\s\S]*?)^\}/m.exec(published) ?? []
  const names = Array.from(members.matchAll(/^ {2}readonly (\w+):/gm), ([, name]) => name)
  if (names.length === 0) throw new Error("nothing says what @hatchery/testing exports")
  return [
    `/// <reference lib="esnext.disposable" />`,
    published,
    ...names.map((name) => `export declare const ${name}: Published["${name}"]`),
    ""
  ].join("\n")
}

const setup = `/** Starts one Postgres for a whole run; answers how to end it. */
export default function setup(): Promise<() => Promise<void>>
`

/** The whole package in a folder of its own; answers the tarball's path. */
export const assembleTesting = async (folder: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: await modules(),
    outbase: root,
    outdir: folder,
    format: "esm",
    target: "es2024",
    write: false
  })
  for (const { path, text } of outputFiles) {
    await mkdir(join(path, ".."), { recursive: true })
    await writeFile(path, toJavaScript(text))
  }
  for (const path of readAsItIs) await cp(join(root, path), join(folder, path), { recursive: true })
  const published = await readFile(join(root, "src/testing/Published.ts"), "utf8")
  await writeFile(join(folder, "src/testing/index.d.ts"), declarationsOf(published))
  await writeFile(join(folder, "src/testing/setup.d.ts"), setup)
  for (const name of ["README.md", "CHANGELOG.md"]) await cp(join(root, "sdk/testing", name), join(folder, name))
  const own = JSON.parse(await readFile(join(root, "sdk/testing/package.json"), "utf8")) as object
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { dependencies: object }
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...own, dependencies }, undefined, 2))
  return pack(folder)
}
