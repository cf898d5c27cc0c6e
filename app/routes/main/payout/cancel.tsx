import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { cancelPayout } from '#app/domain/platform/payouts/change-payout.ts'
import { payoutReason } from '#app/server/payouts/payout-reason.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PayoutReasonPage } from '#app/ui/platform/payout/PayoutReasonPage.tsx'

/** Nothing comes of it: its lines wait for the next one. */
export const handle = { access: 'admin.payout.create', title: 'payout.cancel' } satisfies Handle

const page = payoutReason(cancelPayout, 'payout_cancelled')
export const loader = page.loader
export const action = page.action

export default function CancelPayout() {
  const { t } = useTranslation()
  return (
    <PayoutReasonPage
      payout={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title={t('payout.cancel')}
    />
  )
}
