/** What long commands say meanwhile, on stderr: a line that counts at a terminal, now and then a new one in a log. */
const seconds_between = { terminal: 1, log: 10 }

export interface Progress {
  /** what is being done now */
  at(text: string): void
  end(): void
}

/** Ends with `end`; an interval keeps no process alive. */
export const progress = (first: string, stream: NodeJS.WriteStream = process.stderr): Progress => {
  const began = performance.now()
  let text = first
  const line = () => `  ${text} (${Math.round((performance.now() - began) / 1_000)} s)`
  const say = () => void stream.write(stream.isTTY ? `\r\u001b[K${line()}` : `${line()}\n`)
  const timer = setInterval(say, (stream.isTTY ? seconds_between.terminal : seconds_between.log) * 1_000)
  timer.unref()
  say()
  return {
    // The next tick says it; what changes often would otherwise fill a log.
    at: (next) => void (text = next),
    end: () => {
      clearInterval(timer)
      if (stream.isTTY) stream.write("\r\u001b[K")
    }
  }
}
