import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { arrangementOf } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { instantIn } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { ArrangementDocument } from '#app/print/ArrangementDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** What was agreed, as the sheet that both sides sign. */
export const handle = {
  access: 'arrangement.print',
  title: 'arrangement.one',
  look: 'paper',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.arrangement')
  const row = await arrangementOf(db, context.scope('arrangement.print'), id, context.today)
  // What was turned down or taken back binds nobody.
  if (row.status === 'rejected' || row.status === 'withdrawn') throw new Refusal('not_found.arrangement')
  const { parent, family_code, total_sen, parts, invoices, requested_at } = row
  const told = {
    parent,
    family_code,
    total_sen,
    parts,
    invoices,
    made_on: instantIn(requested_at).slice(0, 10),
  }
  return { id, told, organisation: await organisationOf(db) }
}

export default function PrintArrangement() {
  const { id, told, organisation } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PaperTools back={{ label: t('arrangement.one'), href: paths.arrangement.view(id) }} />
      <ArrangementDocument row={told} organisation={organisation} logo={usePage().organisation.logo} />
    </>
  )
}
