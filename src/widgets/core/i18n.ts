/** Words, numbers and dates in the language of a mount; each language is a file of its own. */
import type { Message, MessageKey, Messages } from "../languages/en.ts"
import type { Config } from "./model.ts"
import { moduleOf } from "./modules.ts"

const languages = ["en", "de", "fr", "es", "pt", "ja", "ar", "he"]

const languageOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return undefined
  }
}

/** The first of `tags` there are words for; English when there are none. */
export const bestTag = (tags: ReadonlyArray<string>): string =>
  tags.find((tag) => languages.includes(languageOf(tag) ?? "")) ?? "en"

/** What stands in a shadow root of the page finds no further language in there. */
const pageTags = (element: Element) => [
  element.closest("[lang]")?.getAttribute("lang") ?? "",
  document.documentElement.lang,
  ...navigator.languages
]

export const tagFor = (element: Element, wanted: string | undefined, config: Config | undefined): string => {
  const locale = wanted ?? config?.locale ?? "auto"
  return bestTag(locale === "auto" ? pageTags(element) : [locale])
}

export type Values = Readonly<Record<string, string | number>>

export interface Words {
  readonly tag: string
  readonly dir: "ltr" | "rtl"
  /** a text whose plural follows `count`; numbers are formatted, texts kept apart from the direction around them */
  readonly t: (key: MessageKey, values?: Values) => string
  /** the same of a text that stands elsewhere */
  readonly say: (message: Message, values?: Values) => string
  /** what a refusal says to the player */
  readonly refusal: (code: string) => string
  readonly number: (value: number) => string
  readonly percent: (share: number) => string
  readonly date: (instant: string) => string
  /** "in 5 hours" */
  readonly until: (instant: string) => string
  /** a tenant's text that stands among others */
  readonly apart: (text: string) => string
  /** the word for so many coins */
  readonly coins: (count: number) => string
}

const isRtl = (tag: string) => ["ar", "he"].includes(languageOf(tag) ?? "")

/** A text of another direction may not turn around what stands beside it, nor one that holds marks to do so. */
const isolated = (given: string, rtl: boolean) => {
  const text = given.replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
  return rtl || /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(text) ? `\u2068${text}\u2069` : text
}

const minute_ms = 60_000
const units = [
  ["day", 1440, 2880],
  ["hour", 60, 120],
  ["minute", 1, 0]
] as const

const relative = (format: Intl.RelativeTimeFormat, instant: string) => {
  const minutes = Math.max(1, Math.ceil((Date.parse(instant) - Date.now()) / minute_ms))
  const [unit, size] = units.find(([, , least]) => minutes >= least) ?? units[2]
  return format.format(Math.ceil(minutes / size), unit)
}

const ownCoins = (labels: Config["labels"] | undefined) => {
  const coin = labels?.coin
  return coin === undefined || (coin.singular === "coin" && coin.plural === "coins") ? undefined : coin
}

export const wordsOf = (messages: Messages, tag: string, labels: Config["labels"] | undefined): Words => {
  const rtl = isRtl(tag)
  const plural = new Intl.PluralRules(tag)
  const numbers = new Intl.NumberFormat(tag)
  const percents = new Intl.NumberFormat(tag, { style: "percent" })
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: "medium" })
  const relatives = new Intl.RelativeTimeFormat(tag)
  const named = ownCoins(labels)
  const form = (message: Message, count: string | number | undefined) =>
    typeof message === "string" ? message : (message[plural.select(Number(count))] ?? message.other)
  const say: Words["say"] = (message, values = {}) =>
    form(message, values["count"] ?? values["value"]).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? ""
      return typeof value === "number" ? numbers.format(value) : isolated(value, rtl)
    })
  const t: Words["t"] = (key, values) => say(messages[key], values)
  return {
    tag,
    dir: rtl ? "rtl" : "ltr",
    t,
    say,
    refusal: (code) => t(refusalKey(code, messages)),
    number: (value) => numbers.format(value),
    percent: (share) => percents.format(share),
    date: (instant) => dates.format(Date.parse(instant)),
    apart: (text) => isolated(text, rtl),
    until: (instant) => relative(relatives, instant),
    coins: (count) => {
      if (named === undefined) return t("coins", { count })
      return plural.select(count) === "one" ? named.singular : named.plural
    }
  }
}

/** Said in words that stand elsewhere, too. */
const alike: Readonly<Record<string, MessageKey>> = {
  unauthorized: "expired",
  token_unavailable: "e_service_unavailable",
  plan_feature_locked: "unavailable",
  item_gift_only: "gift_only"
}

/** What no widget can do anything about shares a sentence. */
export const refusalKey = (code: string, messages: Messages): MessageKey => {
  const key = `e_${code}`
  return Object.hasOwn(messages, key) ? (key as MessageKey) : (alike[code] ?? "e_other")
}

/** Rejects when its file cannot be had; asked again it tries again. */
export const loadMessages = async (tag: string): Promise<Messages> => {
  const language = languageOf(tag) ?? "en"
  return (await moduleOf<{ readonly default: Messages }>(language)).default
}
