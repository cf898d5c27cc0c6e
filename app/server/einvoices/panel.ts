import type { EInvoiceState } from '#app/domain/core/invoicing/einvoice-state.ts'
import { portalLink } from '#app/domain/einvoice/documents/portal-link.ts'
import { qrCode } from '#app/print/qr/qr-code.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { portalOf } from './portal.ts'

/**
 * What a page about an invoice or a payment says of an e-invoice. To families and strangers only of a valid one; null: nothing.
 */
export function einvoicePanel(context: RequestContext, state: EInvoiceState | null | undefined) {
  if (!state) return null
  const link = portalLink(state, portalOf)
  const isOffice = context.can('einvoice.view') && context.scope('einvoice.view').scope !== 'own'
  if (!isOffice && !link) return null
  const { id, number, status, uuid, validated_at, environment } = state
  return {
    ...{ number, uuid, validated_at, link },
    status: isOffice ? status : ('valid' as const),
    isTest: environment === 'sandbox',
    /** Of its own page. */
    id: isOffice ? id : null,
    qr: link && qrCode(link),
  }
}
export type EInvoicePanelData = NonNullable<ReturnType<typeof einvoicePanel>>
