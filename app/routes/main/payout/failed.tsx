import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { markFailed } from '#app/domain/platform/payouts/change-payout.ts'
import { payoutReason } from '#app/server/payouts/payout-reason.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PayoutReasonPage } from '#app/ui/platform/payout/PayoutReasonPage.tsx'

/** The bank has not paid it. */
export const handle = { access: 'admin.payout.create', title: 'payout.failed' } satisfies Handle

const page = payoutReason(
  (trx, actor, { id, version }, fail_reason) => markFailed(trx, actor, id, { version, fail_reason }),
  'payout_failed',
)
export const loader = page.loader
export const action = page.action

export default function FailPayout() {
  const { t } = useTranslation()
  return (
    <PayoutReasonPage
      payout={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
      title={t('payout.failed')}
    />
  )
}
