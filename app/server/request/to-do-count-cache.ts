import { elapsedMs } from '#app/domain/core/clock.ts'
import type { Site } from '#app/server/routing/site.ts'

/**
 * The numbers beside the menu, cached in the process for half a minute and shared by all who may see the same rows: every
 * page shows them, and counting costs more than the rest of most pages. A change in an organisation drops its counts, so
 * whoever changes something sees the new number at once.
 */
export function toDoCountCache({ rememberMs = 30_000, most = 1_000 } = {}) {
  const remembered = new Map<string, Map<string, { counts: Record<string, number>; until: number }>>()
  return {
    /** `scope`: everything that the counts depend on, as text. */
    async of(owner: string, scope: string, count: () => Promise<Record<string, number>>) {
      // A count that was begun before `forget` goes into a map that nobody reads any more.
      const ofEntity = remembered.get(owner) ?? new Map()
      const known = ofEntity.get(scope)
      if (known && known.until > elapsedMs()) return known.counts
      remembered.delete(owner)
      remembered.set(owner, ofEntity)
      if (remembered.size > most) remembered.delete(remembered.keys().next().value!)
      const counts = await count()
      ofEntity.set(scope, { counts, until: elapsedMs() + rememberMs })
      return counts
    },
    forget: (owner: string) => void remembered.delete(owner),
  }
}

/** The owner of the counts that a page shows: an organisation, or the platform. */
export const countCacheKey = (site: Site) => (site.side === 'tenant' ? site.entity.id : 'platform')

export type ToDoCountCache = ReturnType<typeof toDoCountCache>
