import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { markFailed } from '#app/domain/platform/payouts/change-payout.ts'
import { payoutSeen } from '#app/domain/platform/payouts/find-payouts.ts'
import { whyForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PayoutReasonPage } from '#app/ui/platform/payout/PayoutReasonPage.tsx'

/** The bank has not paid it. */
export const handle = { access: 'admin.payout.create', title: 'payout.failed' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  payoutSeen(await context.read(), idOf(params, 'not_found.payout'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, whyForm, async ({ trx, actor }, { version, why }) => {
    const id = idOf(args.params, 'not_found.payout')
    const number = await markFailed(trx, actor, id, { version, fail_reason: why })
    return redirectWith(paths.admin.payout.view(id), 'payout_failed', { number })
  })

export default function FailPayout() {
  const payout = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const form = useFormOf(whyForm, useActionData<typeof action>(), { version: payout.version })
  return <PayoutReasonPage payout={payout} form={form} title={t('payout.failed')} />
}
