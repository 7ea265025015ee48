/** Says on stderr that something takes its time: a line that counts seconds, or now and then another one in a log. */
const line_every_seconds = { terminal: 1, log: 10 }

export const ticker = (text) => {
  const { stderr } = process
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  stderr.write(stderr.isTTY ? `${text} ...` : `${text} ...\n`)
  const tell = () => stderr.write(stderr.isTTY ? `\r${text} ... ${seconds()} s` : `${text} ... ${seconds()} s\n`)
  const every = stderr.isTTY ? line_every_seconds.terminal : line_every_seconds.log
  const timer = setInterval(tell, every * 1000)
  return {
    end: () => {
      clearInterval(timer)
      if (stderr.isTTY) stderr.write("\n")
    }
  }
}
