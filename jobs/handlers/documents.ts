import { asRefusal } from '#app/domain/core/refusal.ts'
import { platformInvoice } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { htmlOf } from '#app/print/render.tsx'
import { platformSheet } from '#app/print/sheets.tsx'
import type { Handler } from '#jobs/handler.ts'
import { makeDocument } from '#jobs/pdf/make-document.ts'

/** What can never be made is said to who waits for it, and is no failed job. */
export const renderDocument: Handler<'document.render'> = async ({ document_id }, tools) => {
  try {
    await makeDocument(tools, document_id)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    tools.log.info({ document_id, code: refusal.code }, 'the document cannot be made')
  }
}

/** The PDF of an invoice of the platform for operators, into the platform's files; what is there already stays. */
export const renderPlatformInvoice: Handler<'platform_invoice.render'> = async (
  { invoice_id, locale, key },
  { withTenant, files, pdf },
) => {
  if (await files.exists(key)) return
  const i18n = i18nOf(knownLocale(locale))
  const { title, tagged, draw } = await withTenant(async (trx) => {
    const { debtor } = await platformInvoice(trx, invoice_id)
    return platformSheet(trx, { subject_id: invoice_id, debtor }, i18n)
  })
  const html = htmlOf({ title, i18n, colour: null, page: draw() })
  await files.put(key, await pdf.render(html, { tagged }), 'application/pdf')
}
