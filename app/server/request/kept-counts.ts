import { currentTime } from '#app/domain/clock.server.ts'

/**
 * Kept by the process for some seconds, for all who reach the same rows: the menu of each page shows it. Whoever changes
 * something sees the new count at once.
 */
export function waitingFinder({ rememberMs = 10_000, most = 1_000 } = {}) {
  const remembered = new Map<string, Map<string, { counts: Record<string, number>; until: number }>>()
  return {
    async of(entity_id: string, reach: string, ask: () => Promise<Record<string, number>>) {
      // What is forgotten while somebody counts is let go of whole, so that the old count goes with it.
      const ofEntity = remembered.get(entity_id) ?? new Map()
      const known = ofEntity.get(reach)
      if (known && known.until > currentTime().getTime()) return known.counts
      remembered.delete(entity_id)
      remembered.set(entity_id, ofEntity)
      if (remembered.size > most) remembered.delete(remembered.keys().next().value!)
      const counts = await ask()
      ofEntity.set(reach, { counts, until: currentTime().getTime() + rememberMs })
      return counts
    },
    forget: (entity_id: string) => void remembered.delete(entity_id),
  }
}
export type WaitingFinder = ReturnType<typeof waitingFinder>
