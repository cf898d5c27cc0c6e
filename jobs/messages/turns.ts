import { elapsedMs } from '#app/domain/core/clock.ts'

/** Who was refused is waited for so many milliseconds. */
const patience = 10_000

interface Line {
  busy: boolean
  last?: string
  waiting: Map<string, number>
}

/**
 * Of each line one organisation is served at a time, so that messages to thousands take one place of the worker and not all of
 * them; and nobody twice in a row while another one waits.
 */
export function takingTurns() {
  const lines = new Map<string, Line>()
  return {
    enter(name: string, who: string): boolean {
      const line: Line = lines.get(name) ?? { busy: false, waiting: new Map() }
      lines.set(name, line)
      for (const [other, since] of line.waiting)
        if (elapsedMs() - since > patience) line.waiting.delete(other)
      const isOthersTurn = line.last === who && [...line.waiting.keys()].some((other) => other !== who)
      if (line.busy || isOthersTurn) {
        line.waiting.set(who, elapsedMs())
        return false
      }
      line.waiting.delete(who)
      line.busy = true
      line.last = who
      return true
    },
    leave(name: string): void {
      const line = lines.get(name)
      if (line) line.busy = false
    },
  }
}
