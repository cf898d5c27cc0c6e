import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entityChoices } from '#app/domain/collections/find-collections.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import {
  auditEntries,
  auditOperators,
  auditPeople,
  platformAuditEntries,
} from '#app/domain/log/audit.server.ts'
import {
  auditColumns,
  mostEntries,
  type PlatformAuditRow,
  platformAuditColumns,
  platformAuditSearch,
} from '#app/domain/log/entry.ts'
import { paths } from '#app/paths.ts'
import { enterLogOf, operatorLogScope } from '#app/server/documents/audit-log.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/form/Button.tsx'
import { AuditFilters } from '#app/ui/log/AuditFilters.tsx'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

/** The platform's log, or that of one organisation. Support sees what it did itself. */
export const handle = { access: 'operator', title: 'audit.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, platformAuditSearch)
  const scope = operatorLogScope(context)
  const home = await context.read()
  const all = scope.own === null
  const shared = { own: !all, mayPrint: context.operatorCan('admin.audit.print') }
  const entities = all ? await entityChoices(home) : []
  if (search.entity) {
    const { name } = await enterLogOf(context, search.entity)
    const db = await context.read()
    const [page, people] = await Promise.all([
      auditEntries(db, scope, search),
      auditPeople(db, search.person),
    ])
    const rows = page.rows.map((row): PlatformAuditRow => ({ ...row, entity: name }))
    return { ...shared, entities, people, entity: name, page: { ...page, rows, search } }
  }
  const [page, people] = await Promise.all([
    platformAuditEntries(home, scope, search),
    all ? auditOperators(home) : [],
  ])
  return {
    ...shared,
    entities,
    people,
    entity: null,
    page: { ...page, search: { ...search, page: page.page } },
  }
}

export default function PlatformAuditLog() {
  const { page, people, entities, entity, own, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { search } = page
  const choices = entities.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ListPage
      title={entity ? t('audit.of_entity', { name: entity }) : t('audit.plural')}
      subtitle={t(own ? 'audit.only_own' : 'audit.about_page')}
      columns={entity ? auditColumns : platformAuditColumns}
      page={page}
      open={(row) => paths.admin.log.entry(row.id, search.entity)}
      {...(mayPrint ? { print: paths.admin.log.auditPrint(), formats: ['print', 'csv', 'xlsx'] } : {})}
      searchHint={t('audit.search_hint')}
      empty={{ title: t('audit.empty'), hint: t('audit.empty_hint') }}
      actions={
        own ? null : <LinkButton href={paths.admin.log.verify()}>{t('audit.verify.title')}</LinkButton>
      }
      filters={
        <AuditFilters search={search} people={people}>
          {choices.length > 0 && (
            <>
              {!entity && (
                <FilterSelect
                  name="entity_id"
                  label={t('audit.entity')}
                  value={search.entity_id}
                  options={choices}
                />
              )}
              <FilterSelect
                name="entity"
                label={t('audit.choose_log')}
                all={t('audit.platform_log')}
                value={search.entity}
                options={choices}
              />
            </>
          )}
        </AuditFilters>
      }
    >
      {entity && <Notice>{t('audit.entity_note')}</Notice>}
      {page.more && <Notice>{t('audit.more', { most: mostEntries.toLocaleString('en') })}</Notice>}
    </ListPage>
  )
}
