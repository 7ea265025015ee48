/** What a model may add to a guide: words. The code stays what was written for the stack. */
import { Schema } from "effect"
import { plain } from "./Parts.ts"

export const stepKeys = ["environment", "client", "events", "hatch", "widget", "webhook"] as const
export type StepKey = (typeof stepKeys)[number]

const said = (maximum: number) => Schema.String.check(Schema.isMaxLength(maximum))
const listOf = <S extends Schema.Constraint>(item: S, maximum: number) =>
  Schema.Array(item).check(Schema.isMaxLength(maximum))

export const GuideWords = Schema.Struct({
  places: listOf(Schema.Struct({ event_type: said(80), where: said(400) }), 50),
  hints: listOf(Schema.Struct({ step: Schema.Literals(stepKeys), text: said(600) }), stepKeys.length)
})
export type GuideWords = typeof GuideWords.Type

/** Sentences that lead somewhere are left out: whoever reads a guide trusts it. */
const leads = /:\/\/|\bwww\.|[<>`@]|\.(?:com|net|org|io|dev|sh|ai|app|co|me|xyz|info|ru|cn)\b/i
/** And those that have something run, fetched or written down: all code of a guide is ours. */
const commands =
  "install|download|clone|execute|paste|sudo|curl|wget|bash|zsh|powershell|npm|npx|yarn|pnpm|bun|bunx|deno|pip3?|" +
  "pipx|poetry|conda|brew|apt|apt-get|apk|dnf|yum|choco|winget|composer|cargo|docker|podman|kubectl|" +
  "git|eval|exec|import|require|go get|go run"
const runs = new RegExp(`[{}[\\]$|;=\\\\&~]|(?:^|\\s)-{1,2}\\w|\\b(?:${commands})\\b`, "i")
const harmless = (text: string): string =>
  plain(text, "")
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !leads.test(sentence) && !runs.test(sentence))
    .join(" ")

/** What is added to the text of a step; nothing where there is nothing to say. */
export const wordsFor = (words: GuideWords | null, step: StepKey, event_types: ReadonlyArray<string>): string => {
  if (words === null) return ""
  const hints = words.hints.filter((one) => one.step === step).map(({ text }) => harmless(text))
  const known = new Set(event_types)
  const places =
    step === "events"
      ? words.places
          .filter(({ event_type }) => known.has(event_type))
          .map(({ event_type, where }) => [event_type, harmless(where)] as const)
          .flatMap(([event_type, where]) => (where === "" ? [] : [`${event_type}: ${where}`]))
      : []
  return [...hints.filter((hint) => hint !== ""), ...places].map((line) => `\n${line}`).join("")
}
