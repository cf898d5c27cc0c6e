import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rejectNote } from '#app/domain/billing/credit-notes/decide-note.ts'
import { creditNote } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclinePage } from '#app/ui/core/four-eyes/DeclinePage.tsx'

export const handle = { access: 'refund.approve', title: 'credit_note.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_note')
  const row = await creditNote(await context.read(), context.scope('refund.approve'), id)
  const { kind, invoice, student, total_sen, requester, reason } = row
  return { id, kind, invoice, student, total_sen, requester, reason }
}

export const action = declineAction('credit_note', 'refund.approve', rejectNote, ({ invoice }) => [
  'credit_note_rejected',
  { number: invoice ?? '' },
])

export default function RejectCreditNote() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclinePage
      noun="credit_note"
      title={t('credit_note.reject_title')}
      subtitle={`${row.invoice ?? ''} · ${row.student}`}
      back={t(`credit_note.kinds.${row.kind}`)}
      submit={t('credit_note.reject')}
      row={row}
      items={[{ label: t('credit_note.total_sen'), value: formatRinggit(row.total_sen) }]}
      answer={useActionData<typeof action>()}
    />
  )
}
