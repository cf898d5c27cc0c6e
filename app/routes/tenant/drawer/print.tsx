import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import { paths } from '#app/paths.ts'
import { DrawerDocument } from '#app/print/drawer/DrawerDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The closing sheet, to be signed and put away. */
export const handle = { access: 'collection.print', title: 'drawer.sheet', look: 'paper' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.drawer')
  const row = await drawer(db, context.scope('collection.print'), id)
  return { row, organisation: await organisationOf(db) }
}

export default function PrintDrawer() {
  const { row, organisation } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { organisation: here } = usePage()
  return (
    <>
      <PaperTools back={{ label: t('drawer.of', { name: row.clerk }), href: paths.drawer.view(row.id) }} />
      <DrawerDocument row={row} organisation={organisation} logo={here.logo} />
    </>
  )
}
