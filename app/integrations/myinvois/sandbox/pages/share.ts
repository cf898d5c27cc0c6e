import { html } from '../../../fpx/sandbox/pages/html.ts'
import { typeName } from '../documents.ts'
import type { Portal } from '../portal.ts'
import { money, page, time } from './layout.ts'

/** What a QR code leads to: anybody who has the long id may see what the document is and whether it stands. */
export function sharePage({ store, settings }: Portal, uuid: string, longId: string): Response {
  const home = settings.publicUrl
  const kept = store.rows('documents').get(uuid)
  const isThere =
    kept?.longId === longId && (kept.status !== 'Cancelled' || store.meta.switches.longIdAfterCancel)
  if (!kept || !isThere)
    return page({
      ...{ title: 'Not found', home, status: 404 },
      body: html`<section><h1>No such document</h1><p>The link is wrong, or the document is no longer shared.</p></section>`,
    })
  return page({
    ...{ title: kept.number, home },
    body: html`<section><h1>${typeName(kept.type)} ${kept.number}</h1>
<p>Status: <strong class="${kept.status}">${kept.status}</strong></p>
<dl><dt>Unique identifier</dt><dd>${kept.uuid}</dd><dt>Supplier</dt><dd>${kept.supplierName}</dd><dt>Supplier TIN</dt><dd>${kept.supplierTin}</dd>
<dt>Buyer</dt><dd>${kept.buyerName}</dd><dt>Issued (UTC)</dt><dd>${kept.issued}</dd><dt>Validated</dt><dd>${time(kept.validated)}</dd>
<dt>Total payable</dt><dd>${money(kept.totalPayable, kept.currency)}</dd>
${kept.cancelled !== null && html`<dt>Cancelled</dt><dd>${time(kept.cancelled)}: ${kept.reason}</dd>`}</dl></section>`,
  })
}
