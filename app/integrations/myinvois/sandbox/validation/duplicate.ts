import { type Found, found } from '../document/faults.ts'
import type { Portal } from '../portal.ts'
import type { Kept } from '../store.ts'

const WINDOW = 2 * 3_600_000

/** All five attributes that make two documents one, of those that came in within two hours. */
export function twinKey({ type, version, issued, number, issuerTin }: Kept): string {
  return [type, version, issued, number, issuerTin].join('|')
}

/** Another document that came in before it and was not refused. */
export function duplicateFaults({ index, store }: Portal, document: Kept): Found[] {
  const documents = store.rows('documents')
  const [twin] = (index.twins.get(twinKey(document)) ?? []).flatMap((uuid) => {
    const other = documents.get(uuid)
    const counts =
      other &&
      uuid !== document.uuid &&
      other.status !== 'Invalid' &&
      other.received <= document.received &&
      document.received - other.received <= WINDOW
    return counts ? [other] : []
  })
  if (!twin) return []
  return [found(store.meta.switches.duplicateCode, 'Document', 'document', document.uuid, twin.uuid)]
}
