import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { spendForm } from '#app/domain/accounting/credits/credit.ts'
import { freeCredit } from '#app/domain/accounting/credits/find-credits.ts'
import { spendCreditOn } from '#app/domain/billing/credits/use-credit.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { familyHead, openInvoicesOf } from '#app/domain/people/families/find-families.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, MoneyField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'
import { newId } from '#db/id.ts'

/** Pays an invoice of a family with what it has as credit, by hand; by itself that happens whenever one is issued. */
export const handle = { access: 'payment.record', title: 'family_credit.spend' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('payment.record')
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const head = await familyHead(db, scope, id)
  const [sen, open] = await Promise.all([freeCredit(db, id), openInvoicesOf(db, scope, id, context.today)])
  // What a bank is busy with may be paid already.
  const rows = open.filter(({ status }) => status !== 'pending')
  if (sen <= 0 || rows.length === 0) throw redirect(paths.family.view(id))
  return { id, name: head.name, sen, rows, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, spendForm, async ({ trx, actor, context, today }, { invoice_id, amount }) => {
    const parent_id = idOf(args.params, 'not_found.parent')
    const scope = context.scope('payment.record')
    await familyHead(trx, scope, parent_id)
    const { number } = await spendCreditOn(
      trx,
      actor,
      scope,
      { parent_id, invoice_id, amount_sen: amount },
      today,
    )
    return redirectWith(paths.family.view(parent_id), 'credit_spent', {
      number,
      amount: formatRinggit(amount),
    })
  })

export default function SpendCredit() {
  const { id, name, sen, rows, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { titleOf } = useTitles()
  const [form, fields] = useFormOf(spendForm, useActionData<typeof action>(), {
    invoice_id: rows[0]?.id,
    amount: plainRinggit(Math.min(sen, rows[0]?.balance_sen ?? 0)),
    form_key,
  })
  return (
    <EditPage
      title={t('family_credit.spend')}
      subtitle={t('family.of', { name })}
      back={{ label: t('family.of', { name }), href: paths.family.view(id) }}
      submit={t('family_credit.spend_submit')}
      form={form}
      noun="family_credit"
    >
      <Facts items={[{ label: t('family_credit.free'), value: formatRinggit(sen) }]} />
      <RadioGroup
        of={fields.invoice_id}
        label={t('family_credit.invoice_id')}
        options={rows.map((row) => ({
          value: row.id,
          label: t('family.line', { number: row.number ?? '', title: titleOf(row.title) }),
          hint: t('family.line_hint', {
            date: formatDate(row.due_on, locale),
            amount: formatRinggit(row.balance_sen),
          }),
        }))}
      />
      <MoneyField
        of={fields.amount}
        label={t('family_credit.amount')}
        hint={t('family_credit.amount_hint')}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
