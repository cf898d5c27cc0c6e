import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { subscriptionList } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What organisations have subscribed to. */
export const handle = { access: 'admin.subscription.view', title: 'subscription.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, subscriptionList),
  maySet: args.context.operatorCan('admin.subscription.edit'),
})

export default function Subscriptions() {
  const { list, maySet } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('subscription.subtitle')}
      open={({ id }) => paths.admin.subscription.view(id)}
      searchHint={t('subscription.search_hint')}
      actions={
        maySet && (
          <LinkButton href={paths.admin.subscription.setting()}>{t('subscription.setting.title')}</LinkButton>
        )
      }
      empty={{ title: t('subscription.none'), hint: t('subscription.empty_hint') }}
    />
  )
}
