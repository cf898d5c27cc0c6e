import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineNoteForm } from '#app/domain/credit-notes/credit-note-form.ts'
import { rejectNote } from '#app/domain/credit-notes/decide-note.server.ts'
import { creditNote } from '#app/domain/credit-notes/find-credit-notes.server.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'

export const handle = { access: 'refund.approve', title: 'credit_note.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_note')
  const row = await creditNote(await context.read(), context.scope('refund.approve'), id)
  const { kind, invoice, student, total_sen, requester, reason } = row
  return { row: { id, kind, invoice, student, total_sen, requester, reason } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineNoteForm, async ({ trx, actor, context }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.credit_note')
    const { invoice } = await rejectNote(trx, actor, context.scope('refund.approve'), id, decision_reason)
    return redirectWith(paths.creditNote.view(id), 'credit_note_rejected', { number: invoice ?? '' })
  })

export default function RejectCreditNote() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(declineNoteForm, useActionData<typeof action>())
  const back = { label: t(`credit_note.kinds.${row.kind}`), href: paths.creditNote.view(row.id) }
  return (
    <EditPage
      title={t('credit_note.reject_title')}
      subtitle={`${row.invoice ?? ''} · ${row.student}`}
      back={back}
      cancel={back.href}
      form={form}
      noun="credit_note"
      submit={t('credit_note.reject')}
      look="danger"
    >
      <Facts
        items={[
          { label: t('credit_note.total_sen'), value: formatRinggit(row.total_sen) },
          { label: t('credit_note.requester'), value: row.requester },
          { label: t('credit_note.reason'), value: row.reason },
        ]}
      />
      <TextArea
        of={fields.decision_reason}
        label={t('credit_note.decision_reason')}
        hint={t('credit_note.decision_reason_hint')}
        rows={3}
      />
    </EditPage>
  )
}
