import type { PortalDocument } from '#app/integrations/myinvois/calls.ts'
import type { Outcome } from '#app/integrations/myinvois/client.ts'
import { portalLimits } from '#app/integrations/myinvois/limits.ts'
import type { Access } from './access.ts'
import type { PortalTools } from './portal-tools.ts'
import { day } from './schedule.ts'

/** Pages of a search are five seconds apart: whoever asks for all of them has this much patience, and is a job. */
export const searchPatienceMs = 10_000

/** Two searches overlap by nothing and leave out nothing. */
const spanMs = portalLimits.searchDays * day - 1_000

/**
 * Valid documents that the portal received in a time and that did not come from here: typed into the portal or its app, or sent
 * by another program. By the caller's numbers, such as those of the receipts that a consolidation is about to report: a number
 * that is there already must not be reported twice. Without numbers all of them. An intermediary sees only what it sent itself. For
 * an access with {@link searchPatienceMs}.
 */
export async function findTypedByHand(
  tools: PortalTools,
  access: Access,
  { from, to, numbers }: { from: Date; to: Date; numbers?: readonly string[] },
): Promise<Outcome<PortalDocument[]>> {
  const found: PortalDocument[] = []
  let last: Outcome<PortalDocument[]> | undefined
  for (let begin = from.getTime(); begin < to.getTime(); begin += spanMs + 1_000) {
    const end = new Date(Math.min(begin + spanMs, to.getTime()))
    last = await documentsBetween(access, { from: new Date(begin), to: end, status: 'Valid' })
    if (last.kind !== 'ok') return last
    found.push(...last.value)
  }
  const wanted = numbers && new Set(numbers)
  const candidates = found.filter(
    ({ status, number }) => status === 'valid' && (!wanted || wanted.has(number)),
  )
  const uuids = candidates.map(({ uuid }) => uuid)
  const ours =
    uuids.length === 0
      ? []
      : await tools.write((trx) =>
          trx.selectFrom('einvoice_document').select('uuid').where('uuid', 'in', uuids).execute(),
        )
  const known = new Set(ours.map(({ uuid }) => uuid))
  const value = candidates.filter(({ uuid }) => !known.has(uuid))
  return last?.kind === 'ok'
    ? { ...last, value }
    : { kind: 'ok', value, correlationId: null, portalTime: null }
}

/** Documents that the taxpayer sent in a time, over all pages. */
async function documentsBetween(
  { portal }: Access,
  between: { from: Date; to: Date; status: string },
): Promise<Outcome<PortalDocument[]>> {
  const documents: PortalDocument[] = []
  for (let page = 1; ; page++) {
    const outcome = await portal.search({ ...between, page })
    if (outcome.kind !== 'ok') return outcome
    documents.push(...outcome.value.documents)
    const isLast = page >= outcome.value.pages || outcome.value.documents.length === 0
    if (isLast) return { ...outcome, value: documents }
  }
}
