/** The first page of the documentation, and the list of events that are sent. */
import type { Document } from "../reference/Document.ts"
import type { JsonSchema } from "../reference/Json.ts"
import { parts, tags, titleOf } from "../reference/Tags.ts"
import { anchorOf, json, methodBadge, operationsOf } from "./Chapter.ts"
import { fieldsOf, parametersTable, type Schemas } from "./Fields.ts"
import { escaped, type Guide, inline, type Page, pathOfEvents, pathOfTag } from "./Frame.ts"

const credentialsOf = (document: Document): string => {
  const schemes = document.components.securitySchemes as unknown as Readonly<
    Record<string, { readonly description: string }>
  >
  const rows = Object.entries(schemes).map(
    ([name, { description }]) => `<tr><th scope="row"><code>${name}</code></th><td>${inline(description)}</td></tr>`
  )
  return `<table class="fields"><tbody>${rows.join("")}</tbody></table>`
}

const guidesOf = (guides: ReadonlyArray<Guide>) =>
  `<ul class="cards">${guides
    .map(({ path, title }) => `<li><a href="${path}">${escaped(title)}</a></li>`)
    .join("")}</ul>`

const chaptersOf = (document: Document): string => {
  const all = operationsOf(document)
  return Object.entries(parts)
    .map(([part, within]) => {
      const chapters = Object.keys(within).map((tag) => {
        const lines = all
          .filter(({ operation }) => operation.tags.includes(tag))
          .map(({ method, operation, path }) => {
            const found = `${operation.summary} ${path} ${operation.operationId}`.toLowerCase()
            const address = `${pathOfTag(tag)}#${anchorOf(operation)}`
            return (
              `<li data-find="${escaped(found)}"><a href="${address}">${methodBadge(method)} ` +
              `${escaped(operation.summary ?? "")}</a></li>`
            )
          })
        return (
          `<section class="chapter"><h3><a href="${pathOfTag(tag)}">${escaped(titleOf(tag))}</a></h3>` +
          `<p>${inline(tags[tag] ?? "")}</p><ul class="index">${lines.join("")}</ul></section>`
        )
      })
      return `<h2>${part}</h2><div class="chapters">${chapters.join("")}</div>`
    })
    .join("")
}

export const overviewPage = (document: Document, guides: ReadonlyArray<Guide>): Page => {
  const server = (document.servers ?? [])[0]?.url ?? ""
  const sample = [
    "export KEY=svc_test_...",
    `curl -sS '${server}/api/v1/eggs' \\`,
    '  -H "Authorization: Bearer $KEY" \\',
    "  -H 'content-type: application/json' \\",
    `  -d '{ "user_id": "ada" }'`
  ].join("\n")
  return {
    path: "/docs",
    title: "Reference",
    body: `
<h1>Hatchery reference</h1>
<p class="lead">Send what your users do; get coins, tokens, badges, streaks, skills and buddies that evolve.</p>
<h2 id="first">A first call</h2>
<p>Everything is below <code>${escaped(server)}/api/v1</code>, and speaks JSON in UTF-8. Samples on these pages read
your credential from <code>$KEY</code> (a key), <code>$JWT</code> (a person's session) or <code>$TOKEN</code> (a
widget's token): set it once, then paste.</p>
<pre class="sample" tabindex="0"><code>${escaped(sample)}</code></pre>
<h2 id="credentials">Credentials</h2>
<p>Every one goes into <code>Authorization: Bearer ...</code>. What each may call is said at every operation.</p>
${credentialsOf(document)}
<h2 id="guides">Guides</h2>
${guidesOf(guides)}
<h2 id="find">Operations</h2>
<p class="finder" hidden><label>Find <input type="search" id="finder" autocomplete="off"></label></p>
${chaptersOf(document)}`
  }
}

interface Sent {
  readonly post: {
    readonly description: string
    readonly parameters: Parameters<typeof parametersTable>[0]
    readonly requestBody: {
      readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example: unknown }>>
    }
  }
}

export const eventsPage = (document: Document): Page => {
  const { webhooks } = document as unknown as { readonly webhooks: Readonly<Record<string, Sent>> }
  const schemas = document.components.schemas as Schemas
  const all = Object.entries(webhooks)
  const headers = parametersTable(all[0]?.[1].post.parameters ?? [], schemas)
  const lines = all.map(([event]) => `<li><a href="#${event}"><code>${event}</code></a></li>`)
  const sections = all.map(([event, { post }]) => {
    const { example, schema } = post.requestBody.content["application/json"]!
    return (
      `<section class="operation" id="${event}"><h2><a href="#${event}"><code>${event}</code></a></h2>` +
      `<div class="sides"><div class="told"><p>${inline(post.description)}</p>${fieldsOf(schema, schemas)}</div>` +
      `<div class="shown">${json(example)}</div></div></section>`
    )
  })
  return {
    path: pathOfEvents,
    title: "Webhook events",
    body:
      `<h1>Webhook events</h1><p class="lead">What your endpoints are sent: the bare object, signed in its headers. ` +
      `<a href="/docs/guides/webhooks">How to receive them</a>.</p><h2 id="headers">Headers</h2>${headers}` +
      `<ul class="index">${lines.join("")}</ul>${sections.join("")}`
  }
}
