import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { changePrice } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { subjectFee } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import { priceForm, subjectFeeFacts } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, FieldRow, HiddenField, MoneyField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** A new price from a day on; what was billed before keeps its own. */
export const handle = { access: 'subject_fee.edit', title: 'subject_fee.new_price' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.subject_fee')
  const row = await subjectFee(await context.read(), context.scope('subject_fee.edit'), id)
  return { row, next: addMonths(startOfMonth(context.today), 1), form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, priceForm, async ({ trx, actor, today }, input) => {
    const id = idOf(args.params, 'not_found.subject_fee')
    const next = await changePrice(trx, actor, { ...input, id, today })
    return redirectWith(paths.subject_fee.view(next), 'subject_fee_price_changed')
  })

export default function NewPrice() {
  const { row, next, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const begun = { from: next, version: row.version, form_key }
  const [form, fields] = useFormOf(priceForm, useActionData<typeof action>(), begun)
  return (
    <EditPage
      title={t('subject_fee.new_price')}
      back={{ label: `${row.subject}, ${row.fee_type}`, href: paths.subject_fee.view(row.id) }}
      form={form}
      noun="subject_fee"
    >
      <p>{t('subject_fee.new_price_hint')}</p>
      <Facts items={subjectFeeFacts(row, t, locale).slice(0, 5)} />
      <FieldRow>
        <MoneyField of={fields.amount_sen} label={t('subject_fee.new_amount')} />
        <DateField of={fields.from} label={t('subject_fee.from')} />
      </FieldRow>
      <HiddenField of={fields.version} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
