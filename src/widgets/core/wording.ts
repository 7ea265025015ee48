/** The words of a mount, in the language of the moment. */
import { type Refused, unknownError } from "./api.ts"
import { loadMessages, type Words, wordsOf } from "./i18n.ts"
import type { Config } from "./model.ts"

const pauseMax_ms = 60_000

/** Without words nothing can be said, not even that they are missing: they are asked for until they are there. */
export class Wording {
  words: Words | undefined
  failure: Refused | undefined

  readonly #changed: () => void
  #tag: string | undefined
  #labels: Config["labels"] | undefined
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(changed: () => void) {
    this.#changed = changed
  }

  async want(tag: string, labels: Config["labels"] | undefined): Promise<void> {
    const isWanted = () => this.#tag === tag && this.#labels === labels
    if (isWanted()) return
    this.#tag = tag
    this.#labels = labels
    clearTimeout(this.#timer)
    try {
      const messages = await loadMessages(tag).catch(() => loadMessages("en"))
      if (!isWanted()) return
      this.words = wordsOf(messages, tag, labels)
      this.failure = undefined
    } catch (cause) {
      if (!isWanted()) return
      this.failure ??= unknownError(cause)
      const again = () => {
        this.#tag = undefined
        this.#changed()
      }
      this.#timer = setTimeout(again, Math.min(pauseMax_ms, 1_000 * 2 ** this.#tries++))
    }
    this.#changed()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#tag = undefined
  }
}
