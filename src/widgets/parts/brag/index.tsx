/** Telling others of a great moment. Loaded where it is set up, and shown once the service has found it happened. */
import { useEffect, useState } from "preact/hooks"
import { newKey } from "../../core/actions.ts"
import { useHere } from "../../core/here.ts"
import { Cross, Sparkle } from "../../core/icons.tsx"
import type { BuddyAnswer } from "../../core/model.ts"
import { Button } from "../../core/ui.tsx"
import style from "./style.css"
import { type Tellable, useTelling } from "./telling.ts"
import { channelName, saidIn } from "./words.ts"

interface Bragged {
  readonly text: string
  readonly url: string | null
  readonly channelUrl: string | null
}

type Action = "shown" | "clicked" | "shared"

/** What this browser can do with it. */
const canUse = (channel: string) => channel !== "native_share" || typeof navigator.share === "function"

const useBrag = ({ moment, subjectKey }: Tellable) => {
  const { session } = useHere()
  return async (action: Action, channel?: string): Promise<Bragged> => {
    const subject = subjectKey === undefined ? {} : { subject_key: subjectKey }
    const way = channel === undefined ? {} : { channel }
    const body = { action, moment, ...subject, ...way }
    const { data } = await session.write({ method: "POST", path: "/widget/brags", body, idempotencyKey: newKey() })
    return data as Bragged
  }
}

/** Where posts are written is opened at once: later the browser would take it for an advertisement. */
const openTab = (channel: string) => {
  if (["copy_link", "native_share", "email"].includes(channel)) return null
  const tab = window.open("about:blank", "_blank")
  if (tab !== null) tab.opener = null
  return tab
}

const handOn = async (channel: string, { channelUrl, text, url }: Bragged, tab: Window | null): Promise<void> => {
  if (channel === "copy_link") return navigator.clipboard.writeText(url ?? "")
  if (channel === "native_share") return navigator.share({ text, url: url ?? "" })
  if (tab !== null && channelUrl !== null) tab.location.href = channelUrl
  else if (channelUrl !== null) location.href = channelUrl
}

const Brag = ({ onEnd, tellable }: { readonly tellable: Tellable; readonly onEnd: () => void }) => {
  const { announce, config, emit, words } = useHere()
  const tell = useBrag(tellable)
  const said = saidIn(words)
  const [text, setText] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const [note, setNote] = useState("")
  useEffect(() => {
    // What the service says no to is nothing to trouble the player with.
    tell("shown").then((shown) => setText(shown.text), onEnd)
  }, [])
  const press = async (channel: string) => {
    if (busy !== undefined) return
    setBusy(channel)
    setNote("")
    const tab = openTab(channel)
    try {
      await handOn(channel, await tell("clicked", channel), tab)
      if (channel === "copy_link") {
        setNote(said.copied)
        announce(said.copied)
      }
      await tell("shared", channel)
      emit("shared", { moment: tellable.moment, channel })
    } catch (cause) {
      tab?.close()
      // Somebody who thinks better of it is no failure.
      if (cause instanceof DOMException && cause.name === "AbortError") return
      setNote(said.failed)
      announce(said.failed)
    } finally {
      setBusy(undefined)
    }
  }
  if (text === undefined) return null
  return (
    <section class="brag" aria-label={said.tell}>
      <p class="words">
        <Sparkle /> <bdi>{text}</bdi>
      </p>
      <div class="ways">
        {(config.brag?.channels ?? []).filter(canUse).map((channel) => (
          <Button key={channel} kind="quiet" busy={busy === channel} onPress={() => void press(channel)}>
            {channelName(said, channel)}
          </Button>
        ))}
      </div>
      {note !== "" && <p class="note-below">{note}</p>}
      <Button kind="round" label={words.t("close")} onPress={onEnd}>
        <Cross />
      </Button>
    </section>
  )
}

export const Telling = ({ answer }: { readonly answer: BuddyAnswer }) => {
  const { forget, tellable } = useTelling(answer)
  if (tellable === undefined) return null
  return <Brag key={`${tellable.moment} ${tellable.subjectKey}`} tellable={tellable} onEnd={forget} />
}

export { style }
