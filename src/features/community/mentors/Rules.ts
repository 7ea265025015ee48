/** What may be seen of mentors, where nobody has said otherwise. */
import type { MentorConfig, MentorConfigPatch } from "./Api.ts"

export const configDefault: MentorConfig = {
  enabled: false,
  reach: "team",
  self_service: false,
  max_mentees_per_mentor: 5,
  session_days: 30,
  show: { badges: true, stage: true, league: false }
}

/** Absent stays, also within `show`; null is the default again. */
export const configured = (before: MentorConfig, { show, ...patch }: MentorConfigPatch): MentorConfig => {
  const given = Object.entries(patch).map(([name, value]) => [name, value ?? configDefault[name as keyof MentorConfig]])
  return {
    ...before,
    ...(Object.fromEntries(given) as Partial<MentorConfig>),
    show: show === null ? configDefault.show : { ...before.show, ...show }
  }
}
