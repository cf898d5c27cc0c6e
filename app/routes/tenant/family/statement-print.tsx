import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { spanOf, statementOf } from '#app/domain/people/families/statement.ts'
import { paths } from '#app/paths.ts'
import { StatementDocument } from '#app/print/statement/StatementDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The statement as a sheet under the organisation's letterhead. */
export const handle = { access: 'statement.view', title: 'statement.one', look: 'paper' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const span = spanOf(new URL(request.url).searchParams, context.today)
  const db = await context.read()
  const organisation = await organisationOf(db)
  const { head, rows } = await statementOf(db, context.scope('statement.view'), id, span)
  return {
    ...{ id, organisation, span, rows, name: head.name, family_code: head.family_code },
    printed: formatInstant(currentTime(), context.locale),
  }
}

export default function PrintStatement() {
  const { id, ...sheet } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { logo } = usePage().organisation
  return (
    <>
      <PaperTools back={{ label: t('statement.one'), href: paths.family.statement(id, { ...sheet.span }) }}>
        <a href={paths.family.statementDownload(id, { ...sheet.span })}>{t('invoice.download')}</a>
      </PaperTools>
      <StatementDocument {...sheet} logo={logo} />
    </>
  )
}
