import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { consentList } from '#app/domain/organisation/legal/consents.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Who agreed to which version of which paper when. */
export const handle = { access: 'consent.view', title: 'legal_consent.plural' } satisfies Handle

export const loader = listLoader(consentList)

export default function Consents() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('legal_consent.subtitle')}
      searchHint={t('legal_consent.search_hint')}
      actions={<LinkButton href={paths.legal_paper.list()}>{t('own_legal.plural')}</LinkButton>}
      cells={{
        application: ({ application, application_id }) =>
          application_id && <a href={paths.application.view(application_id)}>{application}</a>,
      }}
      empty={{ title: t('legal_consent.empty'), hint: t('legal_consent.empty_hint') }}
    />
  )
}
