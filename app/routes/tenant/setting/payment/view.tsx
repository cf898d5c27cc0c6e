import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { onlinePayment } from '#app/domain/organisation/set-up/online-payment.ts'
import { paymentRules } from '#app/domain/payments/payments/payment-rules.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { OnlinePaymentState } from '#app/ui/organisation/set-up/OnlinePaymentState.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { ruleFacts } from '#app/ui/organisation/setting/setting-facts.ts'

/** Who bears the fee of an online payment, and whether a part may be paid. */
export const handle = { access: 'invoice_setting.view', title: 'setting.payment.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [row, online] = await Promise.all([paymentRules(db), onlinePayment(db)])
  return {
    ...{ row, online },
    mayEdit: context.can('invoice_setting.edit'),
    mayTurnOn: context.can('payment_option.edit'),
  }
}

export default function PaymentRules() {
  const { row, online, mayEdit, mayTurnOn } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SettingPage name="payment" edit={mayEdit && paths.setting.paymentEdit()}>
      <OnlinePaymentState online={online} mayTurnOn={mayTurnOn} />
      <Facts items={ruleFacts(row, t)} />
    </SettingPage>
  )
}
