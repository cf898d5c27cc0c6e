import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineForm } from '#app/domain/four-eyes/decline-form.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { decideAdjustment } from '#app/domain/payouts/adjustments/adjust.server.ts'
import { adjustment } from '#app/domain/payouts/adjustments/find-adjustments.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'

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
  const [form, fields] = useFormOf(declineForm, useActionData<typeof action>())
  const href = paths.admin.payoutAdjustment.view(id)
  return (
    <EditPage
      title={t('payout.adjustment.reject')}
      subtitle={entity}
      back={{ label: formatRinggit(sen), href }}
      cancel={href}
      form={form}
      noun="payout.adjustment"
      submit={t('payout.adjustment.reject')}
      look="danger"
    >
      <Facts
        items={[
          { label: t('payout.adjustment.requester'), value: requester },
          { label: t('common.field.reason'), value: reason },
        ]}
      />
      <TextArea
        of={fields.decision_reason}
        label={t('payout.adjustment.decision_reason')}
        hint={t('payout.why_hint')}
        rows={3}
      />
    </EditPage>
  )
}
