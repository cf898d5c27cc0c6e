import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { applicationList } from '#app/domain/enrolment/applications/find-applications.ts'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What families have handed in to register their children; a family sees its own. */
export const handle = { access: 'application.view', title: 'application.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const isOwn = context.scope('application.view').scope === 'own'
  return {
    list: await listPage(args, applicationList),
    isOwn,
    // The office may also while families may not.
    registers: !isOwn || (await registrationIsOpen(await context.read())),
  }
}

export default function Applications() {
  const { list, isOwn, registers } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      title={isOwn ? t('menu.registration') : list.title}
      mayCreate={list.mayCreate !== false && registers}
      add={{ label: t(isOwn ? 'auth.register' : 'application.new'), href: paths.register.start() }}
      yours="application"
      open={(row) => paths.application.view(row.id)}
      searchHint={t('application.search_hint')}
      empty={{ title: t('application.empty'), hint: t('application.empty_hint') }}
    />
  )
}
