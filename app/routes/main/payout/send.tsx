import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { bankDay } from '#app/domain/accounting/collections/collection.ts'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  approvedBy,
  exportPayouts,
  layoutsOf,
  usualLayout,
} from '#app/domain/platform/payouts/export-payouts.ts'
import { sendForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** The file of a day for a bank: all that is approved by then goes with it. It is for today, or the next day on which banks work. */
export const handle = { access: 'admin.payout.create', title: 'payout.send' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const on = bankDay(context.today, await holidaysOf(db))
  const [approved, layouts, usual] = await Promise.all([approvedBy(db, on), layoutsOf(db), usualLayout(db)])
  return {
    ...{ on, approved, usual },
    layouts: Object.entries(layouts).map(([value, { name }]) => ({ value, label: name })),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, sendForm, async ({ trx, actor }, input) => {
    await exportPayouts(trx, args.context.services.ring, actor, input)
    return redirectWith(paths.admin.payout.list({ status: 'processing' }), 'payout_sent')
  })

export default function SendPayouts() {
  const { on, approved, layouts, usual } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const given = { payout_on: on, layout: usual }
  const [form, fields] = useFormOf(sendForm, useActionData<typeof action>(), given)
  return (
    <EditPage
      title={t('payout.send')}
      subtitle={t('payout.send_hint')}
      back={{ label: t('payout.plural'), href: paths.admin.payout.list() }}
      form={form}
      noun="payout"
      submit={t('payout.send')}
    >
      <Facts
        items={[
          { label: t('payout.approved'), value: String(approved.count) },
          { label: t('payout.net'), value: formatRinggit(approved.net_sen) },
        ]}
      />
      <DateField of={fields.payout_on} label={t('payout.until')} hint={t('payout.until_hint')} />
      <SelectField of={fields.layout} label={t('payout.layout')} options={layouts} />
    </EditPage>
  )
}
