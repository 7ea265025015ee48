/** Expected refusals about streaks, vacations and badges under review; see `EngineError`. */
export type KeepingError =
  | { readonly code: "badge_not_ready"; readonly badge_key: string }
  | { readonly code: "unknown_streak"; readonly streak_key: string }
  | {
      readonly code: "streak_not_restorable"
      readonly streak_key: string
      readonly reason: "not_broken" | "too_late"
      /** ISO 8601 UTC */
      readonly until: string | null
    }
  | { readonly code: "streak_not_running"; readonly streak_key: string }
  | { readonly code: "no_freezes_left"; readonly streak_key: string }
  | {
      readonly code: "vacation_refused"
      readonly reason: "not_offered" | "in_the_past" | "too_far_ahead" | "too_long" | "overlaps" | "too_many"
      readonly allowance: { readonly max_days: number; readonly max_per_year: number } | null
    }
  | { readonly code: "no_vacation" }
