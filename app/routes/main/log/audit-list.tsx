import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entityAuditList, platformAuditList } from '#app/domain/audit/log/audit.ts'
import { mostEntries } from '#app/domain/audit/log/entry.ts'
import { paths } from '#app/paths.ts'
import { enterLogOf, operatorLogScope } from '#app/server/documents/audit-log.ts'
import { filterFields } from '#app/server/lists/filter-fields.ts'
import { listPage, operatorReaderOf, searchIn } from '#app/server/lists/list-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** The platform's log, or that of one organisation. Support sees what it did itself. */
export const handle = { access: 'operator', title: 'audit.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const own = operatorLogScope(context).own !== null
  const { entity } = searchIn(request, platformAuditList)
  if (!entity) return { list: await listPage(args, platformAuditList), name: null, entity, own }
  return { ...(await logOf(args, entity)), entity, own }
}

/** The log of an organisation, at its own place; which log it is can still be chosen among all. */
async function logOf(args: LoaderFunctionArgs, entity: string) {
  const choice = await choiceOfLog(args.context, entity)
  const { name } = await enterLogOf(args.context, entity)
  const list = await listPage(args, entityAuditList)
  const filters = [...list.filters.filter((field) => field.name !== 'entity'), ...choice]
  return { list: { ...list, title: args.context.t(entityAuditList.title, { name }), filters }, name }
}

async function choiceOfLog(context: RequestContext, entity: string) {
  const filters = { entity: platformAuditList.filters.entity }
  return filterFields(context, await context.read(), { filters }, operatorReaderOf(context), {
    given: {},
    search: { entity },
  })
}

export default function PlatformAuditLog() {
  const { list, name, entity, own } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t(own ? 'audit.only_own' : 'audit.about_page')}
      open={(row) => paths.admin.log.entry(row.id, { entity })}
      searchHint={t('audit.search_hint')}
      empty={{ title: t('audit.empty'), hint: t('audit.empty_hint') }}
      actions={
        own ? null : <LinkButton href={paths.admin.log.verify()}>{t('audit.verify.title')}</LinkButton>
      }
    >
      {name && <Notice>{t('audit.entity_note')}</Notice>}
      {list.page.more && <Notice>{t('audit.more', { most: mostEntries.toLocaleString('en') })}</Notice>}
    </ListPage>
  )
}
