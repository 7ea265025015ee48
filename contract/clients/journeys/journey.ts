/** From a key to a hatched and rewarded buddy, with whichever client is handed in. */

export const base = process.env["BASE"] ?? ""
export const headers = { Authorization: `Bearer ${process.env["KEY"] ?? ""}` }

export interface Steps {
  lay(user: string): Promise<string>
  ready(egg: string): Promise<string>
  hatch(egg: string): Promise<string>
  statusOf(operation: string): Promise<string>
  buddyOf(egg: string): Promise<string | null>
  /** coins the event brought; its properties are free-form */
  learn(user: string, event: string): Promise<number>
  coinsOf(buddy: string): Promise<number>
}

const pause = () => new Promise((done) => setTimeout(done, 250))

export const travel = async (name: string, steps: Steps): Promise<void> => {
  const user = `${name}-${process.pid}`
  const egg = await steps.lay(user)
  if ((await steps.ready(egg)) !== "ready") throw new Error("the egg is not ready")
  const operation = await steps.hatch(egg)
  for (let status = "pending"; status !== "completed"; status = await steps.statusOf(operation)) {
    if (status === "failed" || status === "cancelled") throw new Error(`the hatch is ${status}`)
    await pause()
  }
  const buddy = await steps.buddyOf(egg)
  if (buddy === null) throw new Error("the egg has no buddy")
  const earned = await steps.learn(user, `${user}-1`)
  const held = await steps.coinsOf(buddy)
  if (earned === 0 || held !== earned) throw new Error(`earned ${earned} coins and holds ${held}`)
  console.log(`${name}: hatched ${buddy}, which earned ${earned} coins`)
}

export const lesson = (user: string, event: string) => ({
  event_id: event,
  user_id: user,
  type: "lesson.completed",
  occurred_at: new Date().toISOString(),
  properties: { lesson_id: "intro", score: 95 }
})
