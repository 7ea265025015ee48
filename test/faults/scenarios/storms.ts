/** Clients that ask far too often for one thing. Each storm must have exactly one effect. */
import type { Answer, Attempted, Call } from "../harness/Http.ts"
import type { Finding } from "../harness/Judge.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { sleep } from "../harness/Wait.ts"
import type { World } from "../harness/World.ts"

const parallel = 200
const rounds = 4
/** Of a request in a storm, and of everybody else meanwhile, in ms. */
const promise_ms = 2_000

/** The same storm as clients would cause it: those who are told to come back do. */
const storm = async ({ cluster, http }: World, callOf: (index: number) => Call) => {
  const nodes = cluster.of("api")
  const persist = async (index: number): Promise<ReadonlyArray<Attempted>> => {
    const attempts: Array<Attempted> = []
    for (let attempt = 0; attempt < 20; attempt++) {
      const answer = await http.attempt(nodes[(index + attempt) % nodes.length]!.baseUrl, callOf(index))
      attempts.push(answer)
      if (answer._tag === "Answer" && answer.status !== 503 && answer.status !== 429) break
      await sleep(200)
    }
    return attempts
  }
  return Promise.all(Array.from({ length: parallel }, (_, index) => persist(index)))
}

const judgeStorm = (
  id: string,
  attempts: ReadonlyArray<Attempted>,
  isFine: (answer: Answer) => boolean
): ReadonlyArray<Finding> =>
  attempts.flatMap((answer): ReadonlyArray<Finding> => {
    if (answer._tag === "NoAnswer") return [{ fault: "broken_connection", op: id, words: answer.way }]
    if ((answer.status === 503 || answer.status === 429) && answer.retry_after !== undefined) return []
    if (isFine(answer)) return []
    return [{ fault: "bad_status", op: id, words: `${answer.status} ${JSON.stringify(answer.body)}` }]
  })

/** Everybody who was told of success was told the same, but for the mark of a repetition. */
const judgeSame = (id: string, answers: ReadonlyArray<Answer>): ReadonlyArray<Finding> => {
  const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
  return bodies.size === 1 ? [] : [{ fault: "wrong_answer", op: id, words: [...bodies].slice(0, 3).join(" | ") }]
}

const successes = (attempts: ReadonlyArray<Attempted>) =>
  attempts.filter((answer): answer is Answer => answer._tag === "Answer" && answer.status < 300)

const count = async ({ postgres }: World, text: string, id: string) =>
  Number((await postgres.query<{ n: string }>(text, [id]))[0]!.n)

const eventStorm = async (world: World, id: string): Promise<ReadonlyArray<Finding>> => {
  const { key, user_id } = world.random.pick(world.tenants).players[0]!
  const occurred_at = new Date().toISOString()
  const body = { event_id: id, user_id, type: "lesson.completed", occurred_at }
  const attempts = (await storm(world, () => ({ method: "POST", path: "/events", key, body }))).flat()
  const good = successes(attempts)
  const paid = await count(world, "SELECT count(*) AS n FROM ledger WHERE unit = 'coin' AND reference_id = $1", id)
  const first = good.filter((answer) => !answer.replayed).length
  return [
    ...judgeStorm(id, attempts, ({ status }) => status === 200),
    ...judgeSame(id, good),
    ...(paid === 1 ? [] : [{ fault: "doubled", op: id, words: `${paid} payments` } as const]),
    ...(first <= 1 ? [] : [{ fault: "wrong_answer", op: id, words: `${first} answers without a replay mark` } as const])
  ]
}

/** Half of the requests carry another body under the same key: whoever comes first decides which half is right. */
const keyStorm = async (world: World, id: string): Promise<ReadonlyArray<Finding>> => {
  const { buddy_id, key } = world.random.pick(world.tenants).players[1]!
  const attempts = (
    await storm(world, (index) => ({
      method: "POST",
      path: `/buddies/${buddy_id}/coins`,
      key,
      idempotency_key: id,
      body: { amount: index % 2 === 0 ? 3 : 4, reference_id: id }
    }))
  ).flat()
  const paid = await count(world, "SELECT count(*) AS n FROM ledger WHERE unit = 'coin' AND reference_id = $1", id)
  return [
    ...judgeStorm(id, attempts, ({ status }) => status === 200 || status === 409),
    ...judgeSame(id, successes(attempts)),
    ...(paid === 1 ? [] : [{ fault: "doubled", op: id, words: `${paid} payments` } as const])
  ]
}

const stormy = (
  name: string,
  title: string,
  one: (world: World, id: string) => Promise<ReadonlyArray<Finding>>
): Scenario => ({
  name,
  title,
  takesApiNodes: false,
  first_success_max_ms: promise_ms,
  run: async (world) => {
    const findings: Array<Finding> = []
    for (let round = 0; round < rounds; round++) {
      world.timeline.strikeAndMark(`${parallel} requests at once`)
      world.timeline.hits += parallel
      findings.push(...(await one(world, `${name}-${Date.now().toString(36)}-${round}`)))
      world.timeline.say("all of them are answered")
      await sleep(500)
    }
    return findings
  }
})

export const eventStorms = stormy("event-storm", `${parallel} times the same event at once, at two nodes`, eventStorm)
export const keyStorms = stormy(
  "key-storm",
  `${parallel} times the same Idempotency-Key at once, at two nodes, half of them with another body`,
  keyStorm
)
