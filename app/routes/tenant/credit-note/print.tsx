import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditNote } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { CreditNoteDocument } from '#app/print/CreditNoteDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The credit note as the sheet that a family is given. */
export const handle = { access: 'refund.view', title: 'credit_note.one', look: 'paper' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { payer, student, invoice, invoice_issued_on, number, issued_on, ...row } = await creditNote(
    db,
    context.scope('refund.view'),
    idOf(params, 'not_found.credit_note'),
  )
  // What waits, was turned down or is written off is no document.
  if (number === null || issued_on === null) throw new Refusal('not_found.credit_note')
  const { id, items, sub_total_sen, tax_total_sen, total_sen, credit_sen } = row
  const sums = { items, sub_total_sen, tax_total_sen, total_sen, credit_sen }
  const note = { number, issued_on, payer, student, invoice, invoice_issued_on, ...sums }
  return { id, note, organisation: await organisationOf(db) }
}

export default function PrintCreditNote() {
  const { id, note, organisation } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { organisation: here } = usePage()
  return (
    <>
      <PaperTools back={{ label: t('credit_note.one'), href: paths.credit_note.view(id) }} />
      <CreditNoteDocument note={note} organisation={organisation} logo={here.logo} />
    </>
  )
}
