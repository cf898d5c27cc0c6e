import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { payoutDayWords } from '#app/domain/platform/payouts/payout.ts'
import { dayRequest, refusePayoutDay } from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineFrame } from '#app/ui/core/four-eyes/DeclineFrame.tsx'

/** Another payout day is refused, with the reason; the one of now stays. */
export const handle = { access: 'admin.payout.create', title: 'payout.day.refuse_title' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  dayRequest(await context.read(), idOf(params, 'not_found.payout_day'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineForm, async ({ trx, actor }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.payout_day')
    const { entity_id, entity } = await refusePayoutDay(trx, actor, id, decision_reason)
    return redirectWith(paths.admin.entity.view(entity_id), 'payout_day_refused', { name: entity })
  })

export default function RefusePayoutDay() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclineFrame
      noun="payout.day"
      title={t('payout.day.refuse_title')}
      subtitle={`${row.entity} · ${payoutDayWords(row, t)}`}
      back={{ label: row.entity, href: paths.admin.entity.view(row.entity_id) }}
      submit={t('payout.day.refuse')}
      answer={useActionData<typeof action>()}
    />
  )
}
