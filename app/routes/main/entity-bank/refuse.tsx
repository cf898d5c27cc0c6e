import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { refuseBankChange } from '#app/domain/organisation/bank-changes/change-bank-change.ts'
import { bankChange } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineFrame } from '#app/ui/core/four-eyes/DeclineFrame.tsx'

/** Sends an account back, with the reason; the one in use stays. */
export const handle = {
  access: 'admin.entity_bank.confirm',
  confirm: 'change',
  title: 'bank_change.refuse',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.bank_change')
  const { entity, account_name, bank_name } = await bankChange(await context.read(), id)
  return { id, entity, account_name, bank_name }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, declineForm, async ({ trx, actor }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.bank_change')
    const name = await refuseBankChange(trx, actor, id, decision_reason)
    return redirectWith(paths.admin.entityBank.view(id), 'bank_change_refused', { name })
  })

export default function RefuseBankChange() {
  const { id, entity, account_name, bank_name } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <DeclineFrame
      noun="bank_change"
      title={t('bank_change.refuse')}
      subtitle={entity}
      back={{ label: account_name, href: paths.admin.entityBank.view(id) }}
      submit={t('bank_change.refuse')}
      items={[{ label: t('bank_change.bank_name'), value: bank_name }]}
      answer={useActionData<typeof action>()}
    />
  )
}
