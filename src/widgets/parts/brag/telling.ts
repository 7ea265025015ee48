/** Which moment the player may tell others of: the newest there was while the widget was watched, or a season's end. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { useHere } from "../../core/here.ts"
import type { BuddyAnswer, Effects } from "../../core/model.ts"

export interface Tellable {
  readonly moment: string
  /** absent: the newest of its kind */
  readonly subjectKey?: string
}

/** Runs people are proud of; which of them their workspace pays for the service knows, and says no to the others. */
const isRound = (days: number) => [3, 5, 7, 10, 14, 21, 28, 30, 50, 60, 75, 90].includes(days) || days % 50 === 0

/** The greatest first. What did not happen the service does not let be told. */
const tellableIn = ({ badgesAwarded, pathUpdates, streakUpdates }: Effects): ReadonlyArray<Tellable> => [
  ...pathUpdates.flatMap(({ pathCompleted, pathKey }) =>
    pathCompleted ? [{ moment: "path_completed", subjectKey: pathKey }] : []
  ),
  ...badgesAwarded.map(({ badgeKey }) => ({ moment: "badge", subjectKey: badgeKey })),
  ...streakUpdates.flatMap(({ currentStreak, extended, streakKey }) =>
    extended && isRound(currentStreak) ? [{ moment: "streak_milestone", subjectKey: streakKey }] : []
  )
]

/** One mount of a page offers a moment, however many show the buddy. */
const offered = new Set<string>()

export const useTelling = ({ badges, buddy, pendingCeremony = null, scopes }: BuddyAnswer) => {
  const { config, onEffects } = useHere()
  const [tellable, setTellable] = useState<Tellable>()
  const moments = scopes.includes("events:track") ? (config.brag?.moments ?? []) : []
  const keyOf = (badgeKey: string) => `${buddy.buddyId} ${badgeKey}`
  const offer = (all: ReadonlyArray<Tellable>) => {
    for (const { moment, subjectKey } of all) if (moment === "badge") offered.add(keyOf(subjectKey ?? ""))
    const first = all.find(({ moment }) => moments.includes(moment))
    if (first !== undefined) setTellable(first)
  }
  useLayoutEffect(
    () => onEffects((effects, isFirst) => (isFirst ? offer(tellableIn(effects)) : undefined)),
    [onEffects, moments.join()]
  )
  // What was won elsewhere shows with the next look.
  const before = useRef(badges)
  useEffect(() => {
    const known = new Set(before.current.map(({ badgeKey }) => badgeKey))
    before.current = badges
    const news = badges.find(({ badgeKey }) => !known.has(badgeKey) && !offered.has(keyOf(badgeKey)))
    if (news !== undefined) offer([{ moment: "badge", subjectKey: news.badgeKey }])
  }, [badges])
  // A ceremony that was watched to its end is pending no more.
  const pending = useRef(pendingCeremony)
  useEffect(() => {
    const watched = pending.current
    pending.current = pendingCeremony
    if (watched?.ceremony !== "evolution" || pendingCeremony !== null) return
    const key = `${buddy.buddyId} stage ${watched.evolutionStage} ${buddy.prestigeLevel}`
    if (offered.has(key)) return
    offered.add(key)
    offer([{ moment: "evolution" }])
  }, [pendingCeremony])
  // A season ends while nobody looks: the service names the moment for as long as the player was not shown it.
  useEffect(() => {
    const key = `${buddy.buddyId} rank`
    if (!moments.includes("league_rank")) offered.delete(key)
    else if (!offered.has(key)) {
      offered.add(key)
      setTellable((greater) => greater ?? { moment: "league_rank" })
    }
  }, [moments.join()])
  return { tellable, forget: () => setTellable(undefined) }
}
