import { currentTime } from '#app/domain/core/clock.ts'
import type { Site } from '#app/server/routing/site.ts'

/**
 * Kept by the process for half a minute, for all who reach the same rows: the menu of each page shows it, and to count
 * costs more than the rest of most pages. Whoever changes something sees the new count at once.
 */
export function waitingFinder({ rememberMs = 30_000, most = 1_000 } = {}) {
  const remembered = new Map<string, Map<string, { counts: Record<string, number>; until: number }>>()
  return {
    async of(whose: string, reach: string, ask: () => Promise<Record<string, number>>) {
      // What is forgotten while somebody counts is let go of whole, so that the old count goes with it.
      const ofEntity = remembered.get(whose) ?? new Map()
      const known = ofEntity.get(reach)
      if (known && known.until > currentTime().getTime()) return known.counts
      remembered.delete(whose)
      remembered.set(whose, ofEntity)
      if (remembered.size > most) remembered.delete(remembered.keys().next().value!)
      const counts = await ask()
      ofEntity.set(reach, { counts, until: currentTime().getTime() + rememberMs })
      return counts
    },
    forget: (whose: string) => void remembered.delete(whose),
  }
}
/** Whose counts: an organisation's, or the platform's own. */
export const countedAs = (site: Site) => (site.side === 'tenant' ? site.entity.id : 'platform')

export type WaitingFinder = ReturnType<typeof waitingFinder>
