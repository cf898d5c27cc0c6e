import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { auditList } from '#app/domain/audit/log/audit.ts'
import { mostEntries } from '#app/domain/audit/log/entry.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Everything that was done in the organisation. */
export const handle = { access: 'audit.view', title: 'audit.plural' } satisfies Handle

export const loader = listLoader(auditList)

export default function AuditLog() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('audit.about_page')}
      open={(row) => paths.log.entry(row.id)}
      searchHint={t('audit.search_hint')}
      empty={{ title: t('audit.empty'), hint: t('audit.empty_hint') }}
      actions={<LinkButton href={paths.log.verify()}>{t('audit.verify.title')}</LinkButton>}
    >
      {list.page.more && <Notice>{t('audit.more', { most: mostEntries.toLocaleString('en') })}</Notice>}
    </ListPage>
  )
}
