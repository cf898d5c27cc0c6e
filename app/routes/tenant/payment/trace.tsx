import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trailOf } from '#app/domain/accounting/traces/trail.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { payment } from '#app/domain/payments/payments/find-payments.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TrailView } from '#app/ui/accounting/trace/TrailView.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'

/** For who looks after the organisation's money: the way of a payment's, up to its bank. */
export const handle = { access: 'payout.view', title: 'trace.title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payment')
  const db = await context.read()
  // Found as its page finds it, so that nobody comes further by this address.
  await payment(db, context.scope('payment.view'), id)
  return { trail: await trailOf(db, id) }
}

export default function TracePayment() {
  const { trail } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { id, number, amount_sen } = trail.payment
  return (
    <ViewPage
      title={t('trace.title')}
      subtitle={`${number} · ${formatRinggit(amount_sen)}`}
      back={{ label: t('payment.one'), href: paths.payment.view(id) }}
    >
      <TrailView trail={trail} payout={paths.payout.view} />
    </ViewPage>
  )
}
