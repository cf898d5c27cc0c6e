import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { everyCreditLedger } from '#app/domain/platform/message-credits/find-credits.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Every movement of message credits, of all organisations. */
export const handle = {
  access: 'admin.subscription.view',
  title: 'message_credit.every_ledger',
} satisfies Handle

export const loader = listLoader(everyCreditLedger)

export default function EveryMovement() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('message_credit.every_hint')}
      searchHint={t('message_credit.search_every')}
      actions={<LinkButton href={paths.admin.messageCredit.list()}>{t('message_credit.plural')}</LinkButton>}
      cells={{
        number: ({ number, about_id }) =>
          number && about_id ? <a href={paths.admin.platformInvoice.view(about_id)}>{number}</a> : number,
      }}
      empty={{ title: t('message_credit.empty'), hint: t('message_credit.empty_hint') }}
    />
  )
}
