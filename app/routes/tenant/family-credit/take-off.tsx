import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { takeOffForm } from '#app/domain/accounting/credits/credit.ts'
import { creditUsedOn, removeCredit } from '#app/domain/billing/credits/use-credit.ts'
import { invoiceHead } from '#app/domain/billing/invoices/find-invoices.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** Gives a family back the credit that was used for an invoice. */
export const handle = { access: 'invoice.cancel', title: 'family_credit.take_off' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.invoice')
  const row = await invoiceHead(db, context.scope('invoice.cancel'), id)
  return { row, sen: await creditUsedOn(db, id) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, takeOffForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.invoice')
    const { number, sen } = await removeCredit(trx, actor, context.scope('invoice.cancel'), id, input)
    return redirectWith(paths.invoice.view(id), 'credit_taken_off', { number, amount: formatRinggit(sen) })
  })

export default function TakeCreditOff() {
  const { row, sen } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(takeOffForm, useActionData<typeof action>(), {
    version: String(row.version),
  })
  const back = paths.invoice.view(row.id)
  return (
    <EditPage
      title={t('family_credit.take_off')}
      subtitle={`${row.number ?? ''} · ${row.student}`}
      back={{ label: row.number ?? '', href: back }}
      submit={t('family_credit.take_off_submit')}
      look="danger"
      form={form}
      noun="family_credit"
    >
      <Facts
        items={[
          { label: t('invoice.payer'), value: row.payer },
          { label: t('family_credit.used_here'), value: formatRinggit(sen) },
          { label: t('invoice.total_sen'), value: formatRinggit(row.total_sen) },
        ]}
      />
      <p>{t('family_credit.take_off_text')}</p>
      <ReasonField of={fields.reason} words="family_credit.why" />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}
