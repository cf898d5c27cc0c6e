import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { creditBalances } from '#app/domain/platform/message-credits/find-credits.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** The message credits of each organisation and what it used this month. */
export const handle = { access: 'admin.subscription.view', title: 'message_credit.plural' } satisfies Handle

export const loader = listLoader(creditBalances)

export default function CreditBalances() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('message_credit.hint_admin')}
      open={({ id }) => paths.admin.subscription.view(id)}
      searchHint={t('message_credit.search_admin')}
      actions={<LinkButton href={paths.admin.messageCredit.entries()}>{t('message_credit.all')}</LinkButton>}
      empty={{ title: t('message_credit.empty_admin'), hint: t('message_credit.empty_admin_hint') }}
    />
  )
}
