/** A name server that knows one address for every name, and never answers for names that begin with "silent". */
import { Effect } from "effect"
import { createSocket } from "node:dgram"
import type { AddressInfo } from "node:net"

const record = { A: 1, AAAA: 28 } as const

/** The answer to one question: header, the question as it was asked, and an address where there is one. */
const answerTo = (query: Buffer, address: ReadonlyArray<number>): Buffer | undefined => {
  let end = 12
  const labels: Array<string> = []
  for (let length = query[end]!; length > 0; length = query[end]!) {
    labels.push(query.toString("latin1", end + 1, end + 1 + length))
    end += length + 1
  }
  if (labels[0]?.startsWith("silent") === true) return undefined
  const isKnown = query.readUInt16BE(end + 1) === record.A
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  for (const [place, count] of [1, isKnown ? 1 : 0, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * place)
  const found = Buffer.from([0xc0, 12, 0, record.A, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
  return Buffer.concat([header, query.subarray(12, end + 5), ...(isKnown ? [found] : [])])
}

/** Its address, as `address:port`, and how many questions were put to it. */
export const nameServer = (address: ReadonlyArray<number>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly at: string; asked(): number; close(): void }>((resume) => {
      let count = 0
      const socket = createSocket("udp4")
      socket.on("message", (query, from) => {
        count++
        const answer = answerTo(query, address)
        if (answer !== undefined) socket.send(answer, from.port, from.address)
      })
      socket.bind(0, "127.0.0.1", () => {
        const { port } = socket.address() as AddressInfo
        const close = () => void socket.close()
        resume(Effect.succeed({ at: `127.0.0.1:${port}`, asked: () => count, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
