import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { layoutValues } from '#app/domain/platform/payouts/bank-file.ts'
import { ownLayout } from '#app/domain/platform/payouts/export-payouts.ts'
import { submitLayout } from '#app/server/payouts/submit-layout.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LayoutForm } from '#app/ui/platform/payout/LayoutForm.tsx'

/** Changes how a bank wants its file; files that were made stay as they are. */
export const handle = { access: 'admin.payout.create', title: 'payout.layouts.edit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.payout_layout')
  const { layout, seen } = await ownLayout(await context.read(), id)
  return { values: { ...layoutValues(layout), seen }, name: layout.name }
}

export const action = (args: ActionFunctionArgs) =>
  submitLayout(args, idOf(args.params, 'not_found.payout_layout'))

export default function EditLayout() {
  const { values, name } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <LayoutForm
      title={t('payout.layouts.edit')}
      subtitle={name}
      values={values}
      answer={useActionData<typeof action>()}
    />
  )
}
