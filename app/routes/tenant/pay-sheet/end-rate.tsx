import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { endRate, findRate } from '#app/domain/classes/pay/change-rates.ts'
import { endRateForm } from '#app/domain/classes/pay/pay-sheet.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { rateWords } from '#app/ui/classes/pay/rate-words.ts'
import { DateField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Ends a rate of a trainer; it stays in the history. */
export const handle = { access: 'trainer_pay.edit', title: 'pay_sheet.rate_end_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.trainer_rate')
  const { trainer_user_id: _, ...row } = await findRate(
    await context.read(),
    context.scope('trainer_pay.edit'),
    id,
  )
  return { row, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, endRateForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.trainer_rate')
    const { trainer_id, name } = await endRate(trx, actor, context.scope('trainer_pay.edit'), id, input)
    return redirectWith(paths.pay_sheet.rates(trainer_id), 'rate_ended', { name })
  })

export default function EndRate() {
  const { row, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(endRateForm, useActionData<typeof action>(), {
    ends_on: row.ends_on ?? (today > row.starts_on ? today : row.starts_on),
  })
  const facts = [
    { label: t('pay_sheet.subject_id'), value: row.subject ?? t('pay_sheet.rate_all') },
    { label: t('pay_sheet.rate'), value: rateWords(row, t) },
    { label: t('pay_sheet.starts_on'), value: formatDate(row.starts_on, locale) },
    { label: t('pay_sheet.ends_on'), value: row.ends_on && formatDate(row.ends_on, locale) },
  ]
  return (
    <EditPage
      title={t('pay_sheet.rate_end_title')}
      subtitle={row.name}
      back={{ label: t('pay_sheet.rates', { name: row.name }), href: paths.pay_sheet.rates(row.trainer_id) }}
      form={form}
      noun="pay_sheet"
      submit={t('pay_sheet.rate_end')}
    >
      <p>{t('pay_sheet.rate_end_text')}</p>
      <Facts items={facts} />
      <CurrentValues form={form} items={facts} field={fields.version} version={row.version} />
      <DateField of={fields.ends_on} label={t('pay_sheet.ends_on')} />
    </EditPage>
  )
}
