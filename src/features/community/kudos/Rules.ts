/** Who may give kudos to whom. */
import type { KudoNotAllowed } from "../../../wire/refusals/Kudos.ts"

export interface Party {
  readonly buddy_id: string
  readonly user_id: string
  readonly audience: string
}

/** Whoever is the same person is thanked by somebody else. */
export const isSamePerson = (giver: Party, receiver: Party): boolean =>
  giver.buddy_id === receiver.buddy_id || giver.user_id === receiver.user_id

interface Reach {
  /** whose buddies may give it; null: anybody's */
  readonly audience: string | null
  readonly reach: "team" | "audience"
  readonly status: "active" | "archived"
}

/** Null: they may. Teams that are gone are nobody's. */
export const outOfReach = (
  { audience, reach, status }: Reach,
  giver: Party,
  receiver: Party,
  isTogether: boolean
): KudoNotAllowed["reason"] | null => {
  if (status === "archived") return "type_archived"
  if (audience !== null && audience !== giver.audience) return "audience"
  if (reach === "team") return isTogether ? null : "team"
  return giver.audience === receiver.audience ? null : "audience"
}
