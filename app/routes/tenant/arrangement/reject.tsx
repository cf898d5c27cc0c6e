import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rejectArrangement } from '#app/domain/billing/arrangements/decide-arrangement.ts'
import { arrangementToDecline } from '#app/server/arrangements/decision.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineArrangementPage } from '#app/ui/billing/arrangement/DeclineArrangementPage.tsx'

export const handle = { access: 'arrangement.approve', title: 'arrangement.reject_title' } satisfies Handle

export const loader = arrangementToDecline

export const action = declineAction('arrangement', 'arrangement.approve', rejectArrangement, ({ parent }) => [
  'arrangement_rejected',
  { name: parent },
])

export default function RejectArrangement() {
  const { t } = useTranslation()
  return (
    <DeclineArrangementPage
      title={t('arrangement.reject_title')}
      submit={t('arrangement.reject')}
      row={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  )
}
