import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requestCreditMove } from '#app/domain/accounting/credit-moves/change-credit-move.ts'
import { creditMoveForm } from '#app/domain/accounting/credit-moves/credit-move.ts'
import { freeCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, MoneyField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { newId } from '#db/id.ts'

/** How much of what the family of the address has as credit goes to which other family. */
export const handle = { access: 'credit_move.request', title: 'credit_move.new' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const row = await reachedParent(db, context.scope('credit_move.request'), id)
  return { row, sen: await freeCredit(db, id), form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, creditMoveForm, async ({ trx, actor, context }, input) => {
    const parent_id = idOf(args.params, 'not_found.parent')
    const scope = context.scope('credit_move.request')
    const { id, name } = await requestCreditMove(trx, actor, scope, parent_id, input)
    return redirectWith(paths.credit_move.view(id), 'credit_move_requested', { name })
  })

export default function MoveCredit() {
  const { row, sen, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(creditMoveForm, useActionData<typeof action>(), {
    ...(sen > 0 ? { amount: plainRinggit(sen) } : {}),
    form_key,
  })
  const back = { label: t('family.of', { name: row.name }), href: paths.family.view(row.id) }
  return (
    <EditPage
      title={t('credit_move.new')}
      subtitle={back.label}
      back={back}
      cancel={back.href}
      form={form}
      noun="credit_move"
      submit={t('credit_move.ask')}
    >
      <p>{t('credit_move.new_text')}</p>
      <Facts items={[{ label: t('family.credit'), value: formatRinggit(sen) }]} />
      <TextField of={fields.family_code} label={t('credit_move.family_code')} autoComplete="off" />
      <MoneyField of={fields.amount} label={t('credit_move.amount_sen')} />
      <TextArea
        of={fields.reason}
        label={t('credit_move.reason')}
        hint={t('credit_move.reason_hint')}
        rows={3}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
