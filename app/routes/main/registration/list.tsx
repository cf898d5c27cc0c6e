import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { registrationList } from '#app/domain/platform/registrations/find-registrations.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Organisations that ask to be let in. */
export const handle = { access: 'admin.registration.view', title: 'registration.plural' } satisfies Handle

export const loader = listLoader(registrationList)

export default function Registrations() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('registration.subtitle')}
      open={({ id }) => paths.admin.registration.view(id)}
      searchHint={t('registration.search_hint')}
      empty={{ title: t('registration.none'), hint: t('registration.empty_hint') }}
    />
  )
}
