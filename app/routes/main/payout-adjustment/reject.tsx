import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { adjustment, decideAdjustment } from '#app/domain/platform/payouts/adjustments.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineFrame } from '#app/ui/core/four-eyes/DeclineFrame.tsx'

/** Another person does not agree, and says why. */
export const handle = { access: 'admin.payout.approve', title: 'payout.adjustment.reject' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payout_adjustment')
  const { entity, sen, reason, requester } = await adjustment(await context.read(), id)
  return { id, entity, sen, reason, requester }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineForm, async ({ trx, actor }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.payout_adjustment')
    await decideAdjustment(trx, actor, id, { status: 'rejected', decision_reason })
    return redirectWith(paths.admin.payoutAdjustment.view(id), 'payout_adjustment_rejected')
  })

export default function RejectAdjustment() {
  const { id, entity, sen, reason, requester } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclineFrame
      noun="payout.adjustment"
      title={t('payout.adjustment.reject')}
      subtitle={entity}
      back={{ label: formatRinggit(sen), href: paths.admin.payoutAdjustment.view(id) }}
      submit={t('payout.adjustment.reject')}
      items={[
        { label: t('payout.adjustment.requester'), value: requester },
        { label: t('common.field.reason'), value: reason },
      ]}
      answer={useActionData<typeof action>()}
    />
  )
}
