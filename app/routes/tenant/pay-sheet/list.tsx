import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paySheetList } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What trainers are paid month by month; trainers see their own sheets once these are approved. */
export const handle = { access: 'trainer_pay.view', title: 'pay_sheet.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const list = await listPage({ request, context }, paySheetList)
  const isOwn = context.scope('trainer_pay.view').scope === 'own'
  return {
    ...list,
    title: isOwn ? 'pay_sheet.own' : list.title,
    isOwn,
    pays: context.can('trainer_pay.edit'),
  }
}

export default function PaySheets() {
  const { isOwn, pays, ...list } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      title={t(list.title)}
      {...(isOwn ? {} : { subtitle: t('pay_sheet.subtitle') })}
      add={{ label: t('pay_sheet.new'), href: paths.pay_sheet.new() }}
      actions={pays && <LinkButton href={paths.pay_sheet.bank()}>{t('pay_sheet.bank')}</LinkButton>}
      open={({ id }) => paths.pay_sheet.view(id)}
      searchHint={t('pay_sheet.search_hint')}
      empty={{ title: t('pay_sheet.empty'), hint: isOwn ? undefined : t('pay_sheet.empty_hint') }}
    />
  )
}
