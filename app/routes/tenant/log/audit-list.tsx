import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { readSearch } from '#app/domain/lists/search.ts'
import { auditEntries, auditPeople, logScopeOf } from '#app/domain/log/audit.server.ts'
import { auditColumns, auditSearch, mostEntries } from '#app/domain/log/entry.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/form/Button.tsx'
import { AuditFilters } from '#app/ui/log/AuditFilters.tsx'
import { ListPage } from '#app/ui/page/ListPage.tsx'

/** Everything that was done in the organisation. */
export const handle = { access: 'audit.view', title: 'audit.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, auditSearch)
  const db = await context.read()
  const [page, people] = await Promise.all([
    auditEntries(db, logScopeOf(context.scope('audit.view')), search),
    auditPeople(db, search.person),
  ])
  return { page, people, mayPrint: context.can('audit.print') }
}

export default function AuditLog() {
  const { page, people, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('audit.plural')}
      subtitle={t('audit.about_page')}
      columns={auditColumns}
      page={page}
      open={(row) => paths.log.entry(row.id)}
      {...(mayPrint ? { print: paths.log.auditPrint() } : {})}
      searchHint={t('audit.search_hint')}
      empty={{ title: t('audit.empty'), hint: t('audit.empty_hint') }}
      actions={<LinkButton href={paths.log.verify()}>{t('audit.verify.title')}</LinkButton>}
      filters={<AuditFilters search={page.search} people={people} />}
    >
      {page.more && <Notice>{t('audit.more', { most: mostEntries.toLocaleString('en') })}</Notice>}
    </ListPage>
  )
}
