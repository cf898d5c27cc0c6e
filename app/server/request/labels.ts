import type { Kysely } from 'kysely'
import { elapsedMs } from '#app/domain/core/clock.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { isOutage } from '#app/server/http/outage.ts'
import type { DB } from '#db/types.ts'

/**
 * Cache of the organisations' own words in this process. A session carries the current version, so a signed-in person sees a
 * change at once; a guest may see words that are a few seconds old.
 */
export function labelFinder({ rememberMs = 5_000, most = 1_000 } = {}) {
  const remembered = new Map<string, { labels: TenantLabels; until: number }>()

  async function ask(entity_id: string, read: () => Promise<Kysely<DB>>): Promise<TenantLabels | undefined> {
    try {
      const labels = await labelsOf(await read())
      remembered.delete(entity_id)
      remembered.set(entity_id, { labels, until: elapsedMs() + rememberMs })
      if (remembered.size > most) remembered.delete(remembered.keys().next().value!)
      return labels
    } catch (error) {
      // A guest's page may need nothing else of the database, and can do without.
      if (isOutage(error)) return remembered.get(entity_id)?.labels
      throw error
    }
  }

  return {
    /** `read` is asked for a connection only when the cached words are too old. `version` 0: there are none. */
    async of(
      entity_id: string,
      version: number | undefined,
      read: () => Promise<Kysely<DB>>,
    ): Promise<TenantLabels | undefined> {
      if (version === 0) return undefined
      const known = remembered.get(entity_id)
      const fresh =
        version === undefined ? known && known.until > elapsedMs() : known?.labels.version === version
      if (fresh) return known!.labels
      // One request reads them again; the others use the cached ones meanwhile.
      if (known) known.until = elapsedMs() + rememberMs
      return ask(entity_id, read)
    },
    forget: (entity_id: string) => void remembered.delete(entity_id),
  }
}
export type LabelFinder = ReturnType<typeof labelFinder>
