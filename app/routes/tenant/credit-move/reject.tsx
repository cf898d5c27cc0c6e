import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rejectMove } from '#app/domain/credit-moves/change-credit-move.server.ts'
import { declineMoveForm } from '#app/domain/credit-moves/credit-move-form.ts'
import { creditMove } from '#app/domain/credit-moves/find-credit-moves.server.ts'
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

export const handle = { access: 'credit_move.approve', title: 'credit_move.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.credit_move')
  const row = await creditMove(await context.read(), context.scope('credit_move.approve'), id)
  const { parent, to_parent, amount_sen, requester, reason } = row
  return { row: { id, parent, to_parent, amount_sen, requester, reason } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineMoveForm, async ({ trx, actor, context }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.credit_move')
    const scope = context.scope('credit_move.approve')
    const { to_parent } = await rejectMove(trx, actor, scope, id, decision_reason)
    return redirectWith(paths.creditMove.view(id), 'credit_move_rejected', { name: to_parent })
  })

export default function RejectCreditMove() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(declineMoveForm, useActionData<typeof action>())
  const back = { label: t('credit_move.one'), href: paths.creditMove.view(row.id) }
  return (
    <EditPage
      title={t('credit_move.reject_title')}
      subtitle={row.parent}
      back={back}
      cancel={back.href}
      form={form}
      noun="credit_move"
      submit={t('credit_move.reject')}
      look="danger"
    >
      <Facts
        items={[
          { label: t('credit_move.to_parent'), value: row.to_parent },
          { label: t('credit_move.amount_sen'), value: formatRinggit(row.amount_sen) },
          { label: t('credit_move.requester'), value: row.requester },
          { label: t('credit_move.reason'), value: row.reason },
        ]}
      />
      <TextArea
        of={fields.decision_reason}
        label={t('credit_move.decision_reason')}
        hint={t('credit_move.decision_reason_hint')}
        rows={3}
      />
    </EditPage>
  )
}
