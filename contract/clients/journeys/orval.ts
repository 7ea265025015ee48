import * as api from "../.generated/orval"
import { headers, lesson, travel } from "./journey"

/** Its answers are of every status; those of 2xx are told apart by their number. */
const refused = (answer: { readonly status: number; readonly data: unknown }) =>
  new Error(`${answer.status} ${JSON.stringify(answer.data)}`)

await travel("orval", {
  lay: async (user_id) => {
    const answer = await api.eggsCreate({ user_id, metadata: { from: "a client" } }, undefined, { headers })
    if (answer.status !== 201) throw refused(answer)
    return answer.data.egg_id
  },
  ready: async (egg) => {
    const answer = await api.eggsUpdateStatus(egg, { status: "ready" }, { headers })
    if (answer.status !== 200) throw refused(answer)
    return answer.data.status
  },
  hatch: async (egg) => {
    const answer = await api.eggsHatch(egg, { headers })
    if (answer.status !== 202) throw refused(answer)
    return answer.data.operation_id
  },
  statusOf: async (operation) => {
    const answer = await api.operationsGet(operation, { headers })
    if (answer.status !== 200) throw refused(answer)
    return answer.data.status
  },
  buddyOf: async (egg) => {
    const answer = await api.eggsGet(egg, { headers })
    if (answer.status !== 200) throw refused(answer)
    return answer.data.buddy_id
  },
  learn: async (user, event) => {
    const answer = await api.eventsCreate(lesson(user, event), undefined, { headers })
    if (answer.status !== 200) throw refused(answer)
    return answer.data.effects.coins
  },
  coinsOf: async (buddy) => {
    const answer = await api.buddiesGet(buddy, { headers })
    if (answer.status !== 200) throw refused(answer)
    return answer.data.coins
  }
})
