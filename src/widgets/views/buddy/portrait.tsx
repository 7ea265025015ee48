/** The picture, and the great moments that play over it. */
import { useEffect, useRef, useState } from "preact/hooks"
import { fellowsOf, newKey, patchBuddies } from "../../core/actions.ts"
import { useHere } from "../../core/here.ts"
import { Egg } from "../../core/icons.tsx"
import type { BuddyAnswer, Ceremony } from "../../core/model.ts"
import { loadCeremony } from "../../core/parts.ts"
import type { Session } from "../../core/session.ts"
import { Picture } from "../../core/ui.tsx"

/** One mount of a page celebrates a moment, however many show the buddy. */
const celebrated = new Set<string>()

const keyOf = (buddyId: string, level: number, { ceremony, evolutionStage }: Ceremony) =>
  [buddyId, ceremony, evolutionStage, level].join(" ")

const recordCeremony = async (session: Session, { ceremony, evolutionStage }: Ceremony): Promise<void> => {
  patchBuddies(fellowsOf(session), (answer) => ({ ...answer, pendingCeremony: null }))
  await session.write({
    method: "POST",
    path: "/widget/ceremonies",
    body: { ceremony, evolution_stage: evolutionStage },
    idempotencyKey: newKey()
  })
}

export const Portrait = ({ answer, stage }: { readonly answer: BuddyAnswer; readonly stage: string }) => {
  const { adopt, session, words } = useHere()
  const { buddy, pendingCeremony = null } = answer
  const [moment, setMoment] = useState<Ceremony>()
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadCeremony>>>()
  /** what plays here and has not been seen to its end */
  const playing = useRef("")
  const begin = async (ceremony: Ceremony) => {
    const loaded = await loadCeremony()
    // Younger than this build: whoever has a later one celebrates it.
    if (!loaded.isKnown(ceremony)) return
    adopt(loaded.style)
    setPart(loaded)
    setMoment(ceremony)
  }
  // With every look, though it found nothing new: whoever celebrated may have gone, and what is shown may be there now.
  useEffect(() => {
    if (pendingCeremony === null) return
    const key = keyOf(buddy.buddyId, buddy.prestigeLevel, pendingCeremony)
    if (celebrated.has(key)) return
    celebrated.add(key)
    playing.current = key
    void begin(pendingCeremony).catch(() => celebrated.delete(key))
  })
  // The page may take the widget away or give it another token in the middle of it: the next to show the buddy goes on.
  useEffect(() => () => void celebrated.delete(playing.current), [])
  const close = () => {
    const ended = moment
    playing.current = ""
    setMoment(undefined)
    // Not recorded, it is pending again at the next visit: nothing to trouble the player with.
    if (ended !== undefined) void recordCeremony(session, ended).catch(() => {})
  }
  const isDrawn = buddy.appearance.status === "pending"
  return (
    <div class={["portrait", isDrawn ? "drawing" : "", part && moment ? "celebrating" : ""].join(" ")}>
      <Picture src={buddy.imageUrl} alt={`${buddy.name}, ${stage}`} size={512} fallback={<Egg />} />
      {isDrawn && <span class="note">{words.t("drawing")}</span>}
      {part && moment && <part.Moment ceremony={moment} name={buddy.name} stage={stage} onClose={close} />}
    </div>
  )
}
