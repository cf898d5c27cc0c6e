import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { markPaid } from '#app/domain/platform/payouts/change-payout.ts'
import { payoutSeen } from '#app/domain/platform/payouts/find-payouts.ts'
import { paidForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** The bank has paid it: its reference, and the day. */
export const handle = { access: 'admin.payout.create', title: 'payout.paid' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const payout = await payoutSeen(await context.read(), idOf(params, 'not_found.payout'))
  return { ...payout, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, paidForm, async ({ trx, actor, today }, input) => {
    const id = idOf(args.params, 'not_found.payout')
    const number = await markPaid(trx, actor, id, input, today)
    return redirectWith(paths.admin.payout.view(id), 'payout_paid', { number })
  })

export default function PaidPayout() {
  const { id, number, entity, version, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(paidForm, useActionData<typeof action>(), { version, paid_on: today })
  return (
    <EditPage
      title={t('payout.paid')}
      subtitle={entity}
      back={{ label: number, href: paths.admin.payout.view(id) }}
      form={form}
      noun="payout"
      submit={t('payout.paid')}
    >
      <HiddenField of={fields.version} />
      <TextField of={fields.bank_reference} label={t('payout.bank_reference')} width="medium" />
      <DateField of={fields.paid_on} label={t('payout.paid_on')} />
    </EditPage>
  )
}
