/** What an event brought, in one line. It tells the same reading as the reasons below it, so the two cannot differ. */
import { announce, byId, h, number } from "./dom.js"

const chip = ([text, kind]) => h("span", { class: `gain ${kind}` }, text)

/** Coins and tokens are summed up in the chips of the answer; whatever else fired has one of its own. */
const words = {
  badge: ({ gain, title }) => (gain.startsWith("badge") ? title : `${title} ${gain}`),
  path: ({ title }) => `path: ${title.toLowerCase()}`,
  streak: ({ gain }) => `${gain} of the streak`
}

const gainsOf = ({ coins, tokens }, fired, names) => [
  ...(coins > 0 ? [[`+${number(coins)} coins`, "coin"]] : []),
  ...tokens.map(({ amount, token_key }) => [`+${number(amount)} ${names.token(token_key)}`, "token"]),
  ...fired
    .filter(({ kind }) => !["coin", "token", "count"].includes(kind))
    .map((reason) => [
      (words[reason.family === "Path" ? "path" : reason.kind] ?? (({ gain }) => gain))(reason),
      reason.kind
    ])
]

const tell = (...children) => byId("verdict").replaceChildren(...children)

/** Before anything was sent to whoever is on stage. */
export const showNothingSent = (name) => tell("Nothing sent to ", h("bdi", {}, name), " from here yet.")

/** Of clicks that come faster than their answers. */
export const showSent = (name, waiting) =>
  tell(h("b", {}, name), waiting > 0 ? ` is sent. ${number(waiting)} more to come.` : " is sent.")

/** `fired` is what `showTrace` answers. */
export const showVerdict = ({ body, replayed }, name, fired, names) => {
  if (replayed) {
    tell(h("b", {}, "Known already."), " Same event_id, same answer, nothing paid twice.")
    announce(`${name} was known already. Nothing was paid twice.`)
    return
  }
  const gains = gainsOf(body.effects, fired, names)
  const isNothing = gains.length === 0
  tell(h("b", {}, name), ...(isNothing ? [" earned nothing this time. The reasons are below."] : gains.map(chip)))
  announce(`${name}: ${isNothing ? "no reward this time" : gains.map(([text]) => text).join(", ")}.`)
}
