/** The six steps: what is missing, what comes next, and how far what was measured is from what was expected. */
import { Option } from "effect"
import { isoOrNull } from "../../../wire/Ids.ts"
import { users_min } from "../octalysis/Rules.ts"
import { type SixD, type SixDAnswer, type SixDDrift, type Step, stepNames, type Steps } from "./Api.ts"

export interface Kept {
  readonly status: "in_progress" | "completed" | "skipped"
  readonly revision: number
  readonly steps: Partial<Steps>
  readonly completed_at: Date | null
  readonly skipped_at: Date | null
  readonly changes: number
}

export const nothingAnswered: Kept = {
  status: "in_progress",
  revision: 1,
  steps: {},
  completed_at: null,
  skipped_at: null,
  changes: 0
}

export const missingOf = ({ steps }: Kept): ReadonlyArray<Step> =>
  stepNames.filter((step) => (steps[step] ?? null) === null)

/** Answers are what was sent: their fields stand in the order they were checked in. */
const isSame = (left: unknown, right: unknown): boolean => sorted(left) === sorted(right)
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  )

/** None: it is so already. A frozen revision stays: the next one begins. */
export const answered = (kept: Kept, { answers, step }: SixDAnswer): Option.Option<Kept> =>
  kept.status === "in_progress" && isSame(kept.steps[step] ?? null, answers)
    ? Option.none()
    : Option.some({
        ...kept,
        status: "in_progress",
        revision: kept.status === "completed" ? kept.revision + 1 : kept.revision,
        steps: { ...kept.steps, [step]: answers },
        skipped_at: null
      })

export const shown = (found: Option.Option<Kept>): SixD => {
  const kept = Option.getOrElse(found, () => nothingAnswered)
  const { completed_at, revision, skipped_at, status } = kept
  const steps = Object.fromEntries(stepNames.map((step) => [step, kept.steps[step] ?? null])) as unknown as Steps
  return {
    status: Option.isNone(found) ? "not_started" : status,
    revision,
    step: missingOf(kept)[0] ?? null,
    steps,
    completed_at: isoOrNull(completed_at),
    skipped_at: isoOrNull(skipped_at)
  }
}

type Status = SixDDrift["behaviors"][number]["status"]
const tolerance = 0.3
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

/** `per_user_week`: null where there are too few users to tell. */
export const behaviorOf = (
  { event_type, per_user_week }: NonNullable<Steps["behaviors"]>[number],
  measured: number | null
): SixDDrift["behaviors"][number] => {
  const drift = measured === null ? null : rounded(measured / per_user_week - 1)
  const status: Status = drift === null ? "no_data" : Math.abs(drift) <= tolerance ? "on_track" : "drifting"
  return { event_type, expected: per_user_week, measured, drift, status }
}

/** More than was aimed at is no drift. */
export const objectiveOf = (
  { key, target }: NonNullable<Steps["objectives"]>[number],
  measured: number | null
): SixDDrift["objectives"][number] => {
  const isOn = measured !== null && rounded(measured / target) >= 1 - tolerance
  return { key, target, measured, status: measured === null ? "no_data" : isOn ? "on_track" : "drifting" }
}

/** Times an active user and week. */
export const weeklyOf = (events: number, active: number, days: number): number | null =>
  active < users_min ? null : rounded((events / active) * (7 / days))
