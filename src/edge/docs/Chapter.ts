/** The page of a tag: its operations, each with what it takes, answers and refuses, and the objects they speak of. */
import type { Document } from "../reference/Document.ts"
import { type JsonSchema, resolved } from "../reference/Json.ts"
import { tags, titleOf } from "../reference/Tags.ts"
import { fieldsOf, namedIn, objectSection, parametersTable, type Schemas } from "./Fields.ts"
import { escaped, inline, paragraphs, type Page, pathOfTag } from "./Frame.ts"
import { curlOf, type Operation } from "./Samples.ts"

export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

interface Answer {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>
}

export const operationsOf = (document: Document): ReadonlyArray<Placed> =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation }))
  )

export const anchorOf = ({ operationId }: Operation) => operationId.slice(operationId.indexOf(".") + 1)

export const methodBadge = (method: string) => `<span class="method ${method}">${method.toUpperCase()}</span>`

export const json = (value: unknown) =>
  `<pre tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`

export const sample = (text: string) => `<pre class="sample" tabindex="0"><code>${escaped(text)}</code></pre>`

const credentials: Readonly<Record<string, string>> = {
  secretKey: "secret key",
  publishableKey: "publishable key",
  dashboardJwt: "signed-in person",
  widgetToken: "widget token"
}

const callersOf = (operation: Operation): string => {
  const schemes = operation.security.flatMap((scheme) => Object.keys(scheme))
  const facts = operation as unknown as Readonly<Record<string, unknown>>
  const needs = [
    ["role of a person", facts["x-required-role"]],
    ["scope", facts["x-required-scope"]],
    ["permission of a publishable key", facts["x-required-permission"]],
    ["capability of the plan", facts["x-required-capability"]]
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${String(name)} <code>${escaped(String(value))}</code>`]))
  const who = schemes.length === 0 ? "anybody" : schemes.map((scheme) => credentials[scheme] ?? scheme).join(", ")
  return `<p class="callers">For ${[who, ...needs].join(" · ")}</p>`
}

const answersOf = (operation: Operation, document: Document) => {
  const { responses: shared } = document.components as unknown as Readonly<Record<string, Record<string, Answer>>>
  return Object.entries(operation.responses as Readonly<Record<string, Answer & { readonly $ref?: string }>>).map(
    ([status, answer]) => ({
      status,
      answer: answer.$ref === undefined ? answer : (shared?.[answer.$ref.split("/").at(-1)!] ?? answer)
    })
  )
}

const given = ({ answer, status }: ReturnType<typeof answersOf>[number], schemas: Schemas): string => {
  const media = answer.content?.["application/json"]
  if (media === undefined) return `<h3>Answer ${status}</h3><p>No body.</p>`
  const example = `<details class="example"><summary>Example</summary>${json(media.example)}</details>`
  return `<h3>Answer ${status}</h3>${fieldsOf(media.schema, schemas)}${example}`
}

const codesOf = (answer: Answer, schemas: Schemas): ReadonlyArray<string> => {
  const schema = answer.content?.["application/json"]?.schema ?? {}
  const choices = (schema["anyOf"] ?? [schema]) as ReadonlyArray<JsonSchema>
  return choices.map((choice) => {
    const { error } = (resolved(choice, schemas)["properties"] ?? {}) as Schemas
    const { code } = (error?.["properties"] ?? {}) as Readonly<
      Record<string, { readonly enum?: ReadonlyArray<string> }>
    >
    return code?.enum?.[0] ?? ""
  })
}

const refusalsOf = (refused: ReturnType<typeof answersOf>, schemas: Schemas): string => {
  const rows = refused.map(({ answer, status }) => {
    const codes = codesOf(answer, schemas).map((code) => `<code>${escaped(code)}</code>`)
    return `<tr><th scope="row">${status}</th><td>${codes.join(" ")}</td></tr>`
  })
  return (
    `<details class="refusals"><summary>Refusals</summary><table><tbody>${rows.join("")}</tbody></table>` +
    `<p><a href="/docs/guides/errors">What they mean, and what to do</a></p></details>`
  )
}

const bodyOf = ({ requestBody }: Operation, schemas: Schemas): string => {
  const media = requestBody?.content["application/json"] as { readonly schema: JsonSchema } | undefined
  if (requestBody === undefined) return ""
  if (media === undefined) {
    return `<h3>Body</h3><p><code>${escaped(Object.keys(requestBody.content).join(", "))}</code></p>`
  }
  const branches = media.schema["anyOf"] as ReadonlyArray<JsonSchema> | undefined
  const schema = branches?.find((branch) => branch["type"] !== "null") ?? media.schema
  return `<h3>Body${requestBody.required ? "" : ', <span class="may">optional</span>'}</h3>${fieldsOf(schema, schemas)}`
}

const operationSection = ({ method, operation, path }: Placed, document: Document, server: string): string => {
  const schemas = document.components.schemas as Schemas
  const all = answersOf(operation, document)
  // A node that is not ready says so in the words of one that is.
  const isAnswer = (status: string) =>
    Number(status) < 400 || (operation.operationId === "health.getReady" && status === "503")
  const taken = all.filter(({ status }) => isAnswer(status))
  const refused = all.filter(({ status }) => !isAnswer(status))
  const parameters = operation.parameters as unknown as Parameters<typeof parametersTable>[0]
  const old = operation.deprecated === true ? '<span class="old">deprecated</span>' : ""
  return (
    `<section class="operation" id="${anchorOf(operation)}">` +
    `<h2><a href="#${anchorOf(operation)}">${escaped(operation.summary ?? operation.operationId)}</a>${old}</h2>` +
    `<p class="route">${methodBadge(method)} <code>${escaped(path)}</code></p>` +
    `<div class="sides"><div class="told">${paragraphs(operation.description)}${callersOf(operation)}` +
    `${parameters.length === 0 ? "" : `<h3>Parameters</h3>${parametersTable(parameters, schemas)}`}` +
    `${bodyOf(operation, schemas)}${taken.map((answer) => given(answer, schemas)).join("")}` +
    `${refusalsOf(refused, schemas)}</div>` +
    `<div class="shown">${sample(curlOf(server, method, path, operation))}` +
    "</div></div>" +
    "</section>"
  )
}

const indexOf = (placed: ReadonlyArray<Placed>): string => {
  const lines = placed.map(
    ({ method, operation }) =>
      `<li><a href="#${anchorOf(operation)}">${methodBadge(method)} ${escaped(operation.summary ?? "")}</a></li>`
  )
  return `<ul class="index">${lines.join("")}</ul>`
}

export const chapterPage = (tag: string, document: Document): Page => {
  const placed = operationsOf(document).filter(({ operation }) => operation.tags.includes(tag))
  const schemas = document.components.schemas as Schemas
  const server = (document.servers ?? [])[0]?.url ?? ""
  const spoken = placed.flatMap(({ operation }) => [
    operation.requestBody,
    ...Object.entries(operation.responses).flatMap(([status, answer]) => (Number(status) < 400 ? [answer] : []))
  ])
  const names = namedIn(spoken, schemas)
  const objects = names.map((name) => objectSection(name, schemas)).join("")
  return {
    path: pathOfTag(tag),
    title: titleOf(tag),
    body:
      `<h1>${escaped(titleOf(tag))}</h1><p class="lead">${inline(tags[tag] ?? "")}</p>${indexOf(placed)}` +
      `${placed.map((one) => operationSection(one, document, server)).join("")}` +
      `${objects === "" ? "" : `<h2 id="objects">Objects</h2>${objects}`}`
  }
}
