/** The latest calls as curl commands that can be run as they are, and what was answered. */
import { apiUrl } from "./api.js"
import { byId, h, isStill, onPress, rest } from "./dom.js"

const kept_max = 6
let kept = []
let chosen

/** Where the service keeps the key, seen from the folder it was started in. */
let keyFile = ".data/demo-key"
export const knowKeyFile = (path) => {
  if (path === undefined || path === keyFile) return
  keyFile = path
  if (chosen !== undefined) byId("request").textContent = curlOf(chosen.request)
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`

const curlOf = ({ body, idempotency_key, method, path, token }) => {
  const credential = token === undefined ? '"Authorization: Bearer $DEMO_KEY"' : '"Authorization: Bearer $TOKEN"'
  const lines = [
    `curl -i ${method === "GET" ? "" : `-X ${method} `}${quoted(apiUrl + path)}`,
    `  -H ${credential}`,
    ...(idempotency_key === undefined ? [] : [`  -H 'Idempotency-Key: ${idempotency_key}'`]),
    ...(body === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d ${quoted(JSON.stringify(body, null, 2))}`])
  ]
  const credentialLine = token === undefined ? `DEMO_KEY=$(cat ${quoted(keyFile)})` : `TOKEN=${quoted(token)}`
  return [credentialLine, lines.join(" \\\n")].join("\n")
}

const token = /"(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** JSON with its names, texts and values told apart by colour. */
const coloured = (text) => {
  const nodes = []
  let end = 0
  for (const match of text.matchAll(token)) {
    const [found] = match
    const isText = found.startsWith('"')
    const isName = isText && /^\s*:/.test(text.slice(match.index + found.length))
    nodes.push(
      text.slice(end, match.index),
      h("span", { class: isName ? "json-name" : isText ? "json-text" : "json-value" }, found)
    )
    end = match.index + found.length
  }
  return [...nodes, text.slice(end)]
}

const headerName = (name) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

const show = (call) => {
  chosen = call
  const { body, headers, note, request, status, took_ms } = call
  byId("request").textContent = curlOf(request)
  const head = headers.map(([name, value]) =>
    h(
      "span",
      { class: name === "idempotency-replayed" ? "header marked" : "header" },
      `${headerName(name)}: ${value}\n`
    )
  )
  byId("answer").replaceChildren(...head, "\n", ...coloured(JSON.stringify(body, null, 2)))
  byId("answer-line").replaceChildren(
    h("b", { class: status < 400 ? "good" : "bad" }, String(status)),
    ` in ${took_ms.toFixed(0)} ms`
  )
  const whose =
    request.token === undefined
      ? "The server of this page adds the key. In the folder the service was started in, this runs as it stands."
      : "Sent from the browser with the buddy's widget token: it can be run in a terminal as it stands."
  byId("exchange-note").textContent = [note, whose].filter(Boolean).join(" ")
  rest(byId("copy"), false)
  for (const [index, button] of [...byId("calls").children].entries())
    button.setAttribute("aria-pressed", String(kept[index] === call))
}

/** What tells calls apart: the type of an event, else the path with its ids cut short. */
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const labelOf = ({ body, path }) => body?.type ?? path.replace(uuid, (id) => `…${id.slice(-4)}`)

const list = () =>
  byId("calls").replaceChildren(
    ...kept.map((call) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(call === chosen), onclick: () => show(call) },
        h("b", {}, call.request.method),
        ` ${labelOf(call.request)} `,
        h("span", {}, call.replayed ? "replayed" : String(call.status))
      )
    )
  )

/** Puts a call on show; `note` says what to see in it. A poll takes the place of the one before it. */
export const record = (call, note = "") => {
  const item = { ...call, note }
  const isPoll = call.request.method === "GET" && kept[0]?.request.path === call.request.path
  kept = [item, ...(isPoll ? kept.slice(1) : kept)].slice(0, kept_max)
  list()
  show(item)
}

const pause_ms = 1600

/** The button copies what stands in the other element. */
export const startCopying = (button, source) => {
  const label = button.textContent
  onPress(button, async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = "Copied"
      setTimeout(() => (button.textContent = label), isStill() ? 3 * pause_ms : pause_ms)
    } catch {
      // Without the right to write there it is still one key press away.
      getSelection().selectAllChildren(source)
      button.textContent = "Press Ctrl+C"
    }
  })
}
