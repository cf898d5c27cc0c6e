import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { arrangementList } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What families pay in parts, and what became of it. */
export const handle = { access: 'arrangement.view', title: 'arrangement.plural' } satisfies Handle

export const loader = listLoader(arrangementList)

export default function Arrangements() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('arrangement.subtitle')}
      yours="arrangement"
      actions={
        list.family && (
          <LinkButton href={paths.ask({ about: 'instalments' })}>{t('ask.title.instalments')}</LinkButton>
        )
      }
      open={({ id }) => paths.arrangement.view(id)}
      searchHint={t('arrangement.search_hint')}
      empty={{ title: t('arrangement.empty'), hint: t('arrangement.empty_hint') }}
    />
  )
}
