import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import {
  type InvoiceDocumentData,
  invoiceDocumentData,
  invoiceDocumentsData,
} from '#app/domain/billing/invoices/invoice-document.ts'
import { einvoiceMark } from '#app/domain/core/invoicing/einvoice-state.ts'
import { spokenAs, type TenantLabels } from '#app/domain/core/labels/label.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import type { Audience } from '#app/domain/payments/payments/receipt.ts'
import { invoiceFacts } from '#app/domain/payments/verification/check-paper.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DuitNowQr } from '#app/integrations/duitnow/read-duitnow.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { einvoicesOnPaper, isObligedNow } from './einvoice.ts'
import type { InvoiceDocumentProps } from './InvoiceDocument.tsx'
import { qrCode } from './qr/qr-code.ts'
import { type Look, signedOnline } from './signed-online.ts'

/**
 * Everything that `InvoiceDocument` draws of an invoice; the QR code leads to its public page, where it can be paid and
 * where the signature is checked.
 */
export async function invoiceDocument(
  db: Kysely<DB>,
  id: string,
  { audience = 'family', ...look }: Look & { audience?: Audience },
): Promise<InvoiceDocumentProps> {
  const [data, obliged] = await Promise.all([invoiceDocumentData(db, id), isObligedNow(db)])
  const drawn = drawnFrom(data, look, obliged)
  return audience === 'public' ? { ...drawn, data: withoutNames(drawn.data) } : drawn
}

/** For anybody with the link, as on the public page: names masked, without address, sponsors and what somebody wrote. */
function withoutNames(data: InvoiceDocumentData): InvoiceDocumentData {
  const { invoice, items } = data
  return {
    ...data,
    invoice: {
      ...invoice,
      ...{ payer: maskedName(invoice.payer), student: maskedName(invoice.student), student_no: '' },
      ...{ address_line1: null, address_line2: null, address_line3: null },
      ...{ postcode: null, city: null, state: null, remark: null },
    },
    items: items.map((item) => ({ ...item, discount_reason: null })),
    sponsors: [],
  }
}

/**
 * The same of many, in the order that is given, each when it is asked for: codes are half of the work; one that there is not is
 * left out.
 */
export async function invoiceDocuments(
  db: Kysely<DB>,
  ids: readonly string[],
  look: Look,
): Promise<(() => InvoiceDocumentProps)[]> {
  const [all, obliged] = await Promise.all([invoiceDocumentsData(db, ids), isObligedNow(db)])
  return all.map((data) => () => drawnFrom(data, look, obliged))
}

function drawnFrom(data: InvoiceDocumentData, look: Look, obliged: boolean): InvoiceDocumentProps {
  const { invoice, organisation, duitnow: qr } = data
  const duitnow = qr && { name: qr.name, image: qrCode(qr.text) }
  const { logo } = look
  if (invoice.status === 'draft') return { data, online: null, logo, duitnow, einvoices: null }
  const einvoices = einvoicesOnPaper([data.einvoice], { portalOf: look.portalOf, obliged })
  const path = paths.invoice.status(invoice.public_code)
  return {
    data,
    online: signedOnline(look, path, invoiceFacts(invoice, organisation.name)),
    logo,
    duitnow,
    einvoices,
  }
}

/**
 * The same content has the same name, so that a PDF is made once; every change of an invoice raises its version. `qr`: the
 * organisation's own as it is shown now, so that no paper is given out any more with one that was taken down; `words`: what the organisation has
 * printed on each; `einvoice`: its e-invoice, whose QR code is on it.
 */
export function invoiceFingerprint(
  { id, version }: { id: string; version: number },
  locale: Locale,
  labels: TenantLabels | undefined,
  {
    qr,
    words,
    einvoice,
    audience = 'family',
  }: Pick<InvoiceDocumentData, 'words' | 'einvoice'> & {
    qr: Pick<DuitNowQr, 'text'> | null
    audience?: Audience
  },
): string {
  const own = words.terms || words.footer ? `:${digest(JSON.stringify(words))}` : ''
  const shown = qr ? `:${digest(qr.text)}` : ''
  const whose = audience === 'public' ? ':public' : ''
  return `invoice:${id}:${version}:${spokenAs(locale, labels)}${shown}${own}${whose}${einvoiceMark([einvoice])}`
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
