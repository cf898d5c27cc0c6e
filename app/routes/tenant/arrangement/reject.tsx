import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { endArrangementForm } from '#app/domain/arrangements/arrangement-form.ts'
import { rejectArrangement } from '#app/domain/arrangements/decide-arrangement.server.ts'
import { paths } from '#app/paths.ts'
import { decisionPage } from '#app/server/arrangements/decision.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DecideArrangement } from '#app/ui/arrangement/DecideArrangement.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'

export const handle = { access: 'arrangement.approve', title: 'arrangement.reject_title' } satisfies Handle

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  decisionPage(context, idOf(params, 'not_found.arrangement'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, endArrangementForm, async ({ trx, actor, context, today }, { decision_reason }) => {
    const id = idOf(args.params, 'not_found.arrangement')
    const scope = context.scope('arrangement.approve')
    const { parent } = await rejectArrangement(trx, actor, scope, id, { decision_reason, today })
    return redirectWith(paths.arrangement.view(id), 'arrangement_rejected', { name: parent })
  })

export default function RejectArrangement() {
  const { t } = useTranslation()
  const form = useFormOf(endArrangementForm, useActionData<typeof action>())
  return (
    <DecideArrangement
      row={useLoaderData<typeof loader>()}
      form={form}
      title={t('arrangement.reject_title')}
      submit={t('arrangement.reject')}
    />
  )
}
