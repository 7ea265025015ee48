/**
 * Every metric a node has, in the order of docs/metrics.md, which is written from this list. A metric may be defined
 * beside the code it measures; it is listed here all the same, or the scrape test fails.
 */
import { deadLettersOpen } from "../../deadletters/DeadLetters.ts"
import { retentionDeleted, retentionLastRun } from "../../retention/Retention.ts"
import type { Family } from "./Family.ts"
import * as Node from "./Node.ts"
import * as Work from "./Work.ts"

export interface Chapter {
  readonly title: string
  readonly families: ReadonlyArray<Family>
}

const byName = (module: Readonly<Record<string, Family>>) =>
  Object.values(module).toSorted((a, b) => (a.name < b.name ? -1 : 1))

export const chapters: ReadonlyArray<Chapter> = [
  { title: "The work", families: byName({ ...Work, deadLettersOpen, retentionDeleted, retentionLastRun }) },
  { title: "The node", families: byName(Node) }
]

export const catalogue: ReadonlyArray<Family> = chapters.flatMap(({ families }) => families)
