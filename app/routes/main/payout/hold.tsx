import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { stopPayout } from '#app/domain/platform/payouts/change-payout.ts'
import { payoutReason } from '#app/server/payouts/payout-reason.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PayoutReasonPage } from '#app/ui/platform/payout/PayoutReasonPage.tsx'

/** Puts it on hold until somebody has looked into it. */
export const handle = { access: 'admin.payout.create', title: 'payout.hold' } satisfies Handle

const page = payoutReason(stopPayout, 'payout_stopped')
export const loader = page.loader
export const action = page.action

export default function HoldPayout() {
  const { t } = useTranslation()
  return (
    <PayoutReasonPage
      payout={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title={t('payout.hold')}
    />
  )
}
