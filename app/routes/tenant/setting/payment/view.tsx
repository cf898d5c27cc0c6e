import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paymentRules } from '#app/domain/payments/payments/payment-rules.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { ruleFacts } from '#app/ui/organisation/setting/setting-facts.ts'

/** Who bears the fee of an online payment, and whether a part may be paid. */
export const handle = { access: 'invoice_setting.view', title: 'setting.payment.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  return { row: await paymentRules(await context.read()), mayEdit: context.can('invoice_setting.edit') }
}

export default function PaymentRules() {
  const { row, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SettingPage name="payment" edit={mayEdit && paths.setting.paymentEdit()}>
      <Facts items={ruleFacts(row, t)} />
    </SettingPage>
  )
}
