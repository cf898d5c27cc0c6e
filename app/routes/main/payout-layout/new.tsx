import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { layoutValues, standardLayouts } from '#app/domain/platform/payouts/bank-file.ts'
import { submitLayout } from '#app/server/payouts/submit-layout.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LayoutForm } from '#app/ui/platform/payout/LayoutForm.tsx'
import { newId } from '#db/id.ts'

/** How another bank wants its file; it begins with all columns, as everybody can read them. */
export const handle = { access: 'admin.payout.create', title: 'payout.layouts.new' } satisfies Handle

export const loader = () => ({
  values: { ...layoutValues(standardLayouts.comma), name: '', layout_id: newId() },
})

export const action = (args: ActionFunctionArgs) => submitLayout(args)

export default function NewLayout() {
  const { values } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <LayoutForm title={t('payout.layouts.new')} values={values} answer={useActionData<typeof action>()} />
  )
}
