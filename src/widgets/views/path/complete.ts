/** Doing a step by hand. */
import {
  buddyPath,
  fellowsOf,
  marketplacePath,
  newKey,
  pathPath,
  refresh,
  settle_ms,
  strangersOf
} from "../../core/actions.ts"
import type { Path, PathAnswer } from "../../core/model.ts"
import type { Session } from "../../core/session.ts"

export const complete = async (session: Session, pathKey: string, subStepKey: string) => {
  const { data } = await session.write({
    method: "POST",
    path: `${pathPath}/${encodeURIComponent(pathKey)}/sub-steps/${encodeURIComponent(subStepKey)}/complete`,
    idempotencyKey: newKey()
  })
  const answer = data as { readonly alreadyCompleted: boolean; readonly completedAt: string; readonly path: Path }
  const fellows = fellowsOf(session)
  for (const fellow of fellows)
    for (const feed of fellow.reads<PathAnswer>(pathPath))
      feed.patch((shown) => (shown.path?.pathKey === pathKey ? { ...shown, path: answer.path } : shown))
  refresh([...fellows, ...strangersOf(session)], [buddyPath, marketplacePath], settle_ms)
  return answer
}
