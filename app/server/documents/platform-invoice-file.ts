import { createHash } from 'node:crypto'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  platformInvoice,
  platformPaper,
} from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { FileMissing } from '#app/integrations/files/key.ts'
import { platformFiles } from '#app/server/front/documents.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/**
 * Where the PDF of an invoice of the platform lies, as it stands now and in the operator's language: its key follows from all
 * that is on it, so what was made once is found, and what has changed since is another file.
 */
export async function platformInvoiceFile(context: RequestContext, id: string) {
  const { locale } = context
  const db = await context.read()
  const { debtor } = await platformInvoice(db, id)
  const paper = await platformPaper(db, id, debtor)
  const shown = createHash('sha256').update(JSON.stringify({ locale, paper })).digest('hex').slice(0, 40)
  return { number: paper.invoice.number, key: `platform-invoices/${id}/${locale}-${shown}.pdf` }
}

/** Its content; refuses (not_found.document) what has not been made. */
export async function platformInvoiceBytes(key: string): Promise<Buffer> {
  try {
    return await platformFiles().get(key)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    throw new Refusal('not_found.document')
  }
}
