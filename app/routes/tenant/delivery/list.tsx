import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { deliveryList, deliverySums } from '#app/domain/messaging/delivery/find-deliveries.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { DeliverySums } from '#app/ui/messaging/delivery/DeliverySums.tsx'

/** What became of each message; without `announcement` those of all. */
export const handle = { access: 'announcement.create', title: 'delivery.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const list = await listPage(args, deliveryList)
  const { announcement } = list.page.search
  const sums = announcement
    ? ((await deliverySums(await context.read(), context.scope('announcement.create'), announcement)) ?? null)
    : null
  const may = { family: context.can('family.view') }
  // While it is being sent the page comes again, without a script.
  return data({ list, sums, may }, { headers: sums?.busy ? { refresh: '5' } : {} })
}

export default function Deliveries() {
  const { list, sums, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ListPage
      {...list}
      subtitle={t('delivery.subtitle')}
      back={
        sums
          ? { label: sums.title[locale === 'my' ? 'my' : 'en'], href: paths.announcement.view(sums.id) }
          : { label: t('announcement.plural'), href: paths.announcement.list() }
      }
      {...(may.family && {
        open: ({ parent_id }: { parent_id: string | null }) =>
          parent_id ? paths.family.view(parent_id) : null,
      })}
      searchHint={t('delivery.search_hint')}
      empty={{ title: t('delivery.empty'), hint: t('delivery.empty_hint') }}
    >
      {sums && <DeliverySums {...sums} />}
    </ListPage>
  )
}
