/** What a command prints while it goes on: lines for people at a terminal, one JSON object a line for programs. */
import { Console, type Effect } from "effect"
import { Flag } from "effect/cli"
import { type Paint, paintOf } from "../../../src/platform/observability/Paint.ts"
import { variable } from "../../../src/cli/Target.ts"

/** Whether there is somebody to ask. */
export const isTerminal = (): boolean => process.stdout.isTTY && process.stdin.isTTY

export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("one JSON object a line, as always where no terminal reads")
)

export interface Output {
  /** an object for programs, what it says for people */
  readonly line: (facts: Readonly<Record<string, unknown>>, words: (paint: Paint) => string) => Effect.Effect<void>
  /** what is no result: never among the lines that programs read */
  readonly note: (words: string) => Effect.Effect<void>
}

export const outputOf = (isJson: boolean): Output => {
  const isForPeople = process.stdout.isTTY && !isJson
  const paint: Paint = paintOf({ noColor: variable("NO_COLOR") })
  return {
    line: (facts, words) => Console.log(isForPeople ? words(paint) : JSON.stringify(facts)),
    note: (words) => Console.error(words)
  }
}

/** Of a timestamp, as clocks on walls show it. */
export const clockOf = (timestamp: string | number): string =>
  new Date(timestamp).toLocaleTimeString("en-GB", { hour12: false })

/** Control characters in what others wrote could paint on a terminal, or ring it. */
export const harmless = (text: string): string => text.replace(/\p{Cc}/gu, "\uFFFD")
