/** Which lengths of runs were paid, and must not be paid again. */
export interface Run {
  members: string[]
  length: number
}

/** A length some run had, at the day it had it on. */
interface Mark {
  period: string
  length: number
}

const isOver = ({ members }: Run, period: string) => members[0]! <= period && period <= members.at(-1)!
const lengthOver = (runs: Run[], period: string) => runs.find((run) => isOver(run, period))?.length ?? 0

export class PaidLengths {
  /** paid, and beyond what their runs have come to since */
  private kept: Mark[] = []
  /** paid once and taken back */
  private open: Mark[] = []

  /** What runs have lost, and lost for good as far as payments go. */
  note(before: Run[], after: Run[]) {
    for (const run of before) {
      run.members.forEach((period, place) => {
        const length = place + 1
        const isUnpaid = this.open.some((mark) => mark.length === length && isOver(run, mark.period))
        if (!isUnpaid && lengthOver(after, period) < length) this.kept.push({ period, length })
      })
    }
  }

  /** The lengths to be paid now. */
  owed(before: Run[], after: Run[]): number[] {
    this.note(before, after)
    const owed: number[] = []
    for (const run of after) {
      const earlier = before.filter((other) => other.members.some((member) => run.members.includes(member)))
      const known = Math.max(0, ...earlier.map((other) => other.length))
      const again = this.open.filter((mark) => isOver(run, mark.period) && mark.length <= run.length)
      this.open = this.open.filter((mark) => !again.includes(mark))
      for (let length = 1; length <= run.length; length++) {
        const wasPaid = this.kept.some((mark) => mark.length === length && isOver(run, mark.period))
        if ((length > known && !wasPaid) || again.some((mark) => mark.length === length)) owed.push(length)
      }
    }
    this.kept = this.kept.filter(({ length, period }) => lengthOver(after, period) < length)
    return owed
  }

  /** The payments for these lengths, made for that day, were given back. */
  owe(period: string, lengths: number[]) {
    for (const length of lengths) {
      const daysTo = (mark: Mark) => Math.abs(Date.parse(mark.period) - Date.parse(period))
      const same = this.kept.filter((mark) => mark.length === length).toSorted((a, b) => daysTo(a) - daysTo(b))
      this.kept = this.kept.filter((mark) => mark !== same[0])
      this.open.push({ period, length })
    }
  }
}
