/**
 * Details of trace rows that nearly every event brings where campaigns run. They are stored as their values alone,
 * in the order given here: names would be two thirds of what Postgres and the log of its changes take for them.
 */
const counted = ["subject_id", "period_key", "amount", "fold"]

/**
 * By type and reason of the row. What is stored names no release, so places are for good: a detail that gains or
 * loses a name is stored with names, or gets a reason of its own here.
 */
export const placedDetails: Readonly<Record<string, Readonly<Record<string, ReadonlyArray<string>>>>> = {
  leaderboard: { fired: counted },
  league_season: { fired: counted },
  group_quest: { fired: ["quest_id", "amount", "contribution"] },
  cause: { fired: ["cause_id", "day", "units", "micro_units"] },
  lottery: { fired: ["lottery_id", "draw_id", "entry_id", "tickets", "tickets_total", "max"] },
  surprise_drop: { missed: ["surprise_drop_id", "probability", "misses", "pity_after", "is_beginner"] }
}

/** In SQL, as text: a value of a stored detail, by its name or by its place. */
export const storedDetail = (detail: string, name: string, type: string, reason: string): string => {
  const place = placedDetails[type]?.[reason]?.indexOf(name) ?? -1
  if (place < 0) throw new Error(`${type} ${reason}: ${name} has no place`)
  return `coalesce(${detail} ->> '${name}', ${detail} ->> ${place})`
}
