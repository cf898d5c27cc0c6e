import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { currentTime } from '#app/domain/clock.server.ts'
import { formatDate, formatInstant } from '#app/domain/dates.ts'
import { statementOf } from '#app/domain/families/statement.server.ts'
import { spanOf, statementColumns } from '#app/domain/families/statement.ts'
import { organisationOf } from '#app/domain/invoices/document.server.ts'
import { paths } from '#app/paths.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/page/PaperTools.tsx'
import { usePage } from '#app/ui/page-context.tsx'

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
  const { id, organisation, span, rows, name, family_code, printed } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale, organisation: here } = usePage()
  return (
    <>
      <PaperTools back={{ label: t('statement.one'), href: paths.family.statement(id, span) }} />
      <TableDocument
        organisation={organisation}
        logo={here.logo}
        title={t('statement.one')}
        columns={statementColumns}
        page={{ rows, total: rows.length, totals: {}, summed: undefined, more: false }}
        narrowed={[
          { label: t('statement.family'), value: name },
          { label: t('parent.family_code'), value: family_code },
          { label: t('statement.from'), value: formatDate(span.from, locale) },
          { label: t('statement.to'), value: formatDate(span.to, locale) },
        ]}
        printed={printed}
      />
    </>
  )
}
