/**
 * The log as JSON, one object per line, for programs; or for people at a terminal, one short coloured line per request
 * and per message. LOG_FORMAT says which; without it a terminal gets the latter.
 */
import { Cause, Effect, Layer, Logger, References } from "effect"
import { AppConfig } from "../../Config.ts"
import { type Colour, type Paint, paintOf } from "./Paint.ts"

type Format = Pick<AppConfig["Service"], "logFormat" | "noColor">

export const isForPeople = ({ logFormat }: Format): boolean =>
  logFormat === "pretty" || (logFormat === "auto" && process.stdout.isTTY)

const colourOf = (status: number) =>
  status >= 500 ? "red" : status >= 400 ? "yellow" : status >= 300 ? "cyan" : "green"

/** Paths are mostly shorter; a longer one pushes the rest along. */
const path_width = 44

/** A request as the request log annotates it. */
const requestLine = (facts: Readonly<Record<string, unknown>>, paint: Paint) => {
  const { credential, duration_ms, method, more, path, status } = facts
  const number = Number(status)
  const skipped = more === undefined ? "" : paint(`  and ${String(more)} more`, "dim")
  return [
    paint(String(status), colourOf(number)),
    paint(String(method).padEnd(6), "bold"),
    String(path).padEnd(path_width),
    paint(`${String(duration_ms).padStart(5)} ms  ${String(credential ?? "")}`.trimEnd(), "dim") + skipped
  ].join("  ")
}

const levels: Readonly<Record<string, Colour>> = {
  Fatal: "red",
  Error: "red",
  Warn: "yellow",
  Info: "blue"
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value))

const messageLine = (
  level: string,
  message: string,
  facts: Readonly<Record<string, unknown>>,
  paint: Paint
): string => {
  const told = Object.entries(facts).map(([name, value]) => ` ${paint(`${name}=${text(value)}`, "dim")}`)
  return `${paint(level.toLowerCase().padEnd(5), levels[level] ?? "dim")}  ${message}${told.join("")}`
}

const clock = (date: Date) =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":")

/** One line, or a few when something broke. */
export const peopleLogger = (paint: Paint): Logger.Logger<unknown, string> =>
  Logger.make(({ cause, date, fiber, logLevel, message }) => {
    const facts = fiber.getRef(References.CurrentLogAnnotations)
    const words = (Array.isArray(message) ? message : [message]).map(text).join(" ")
    const isRequest = words === "request" && facts["status"] !== undefined
    const line = isRequest ? requestLine(facts, paint) : messageLine(logLevel, words, facts, paint)
    const why = cause.reasons.length === 0 ? "" : `\n${Cause.pretty(cause).replace(/^/gm, "          ")}`
    return `${paint(clock(date), "dim")}  ${line}${why}`
  })

export const LogLive = Layer.unwrap(
  Effect.map(AppConfig, (config) => {
    const logger = isForPeople(config) ? Logger.withConsoleLog(peopleLogger(paintOf(config))) : Logger.consoleJson
    return Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, config.logLevel))
  })
)
