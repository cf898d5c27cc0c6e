import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#app/domain/core/lists/columns.ts'
import { creditLedger } from '#app/domain/platform/message-credits/find-credits.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Every movement of the organisation's message credits. */
export const handle = { access: 'credit.top_up', title: 'message_credit.ledger' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, creditLedger),
  may: {
    announcement: args.context.can('announcement.view'),
    reminder: args.context.can('reminder.view'),
  },
})

export default function CreditMovements() {
  const { list, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const pageOf = ({ about, about_id }: { about: string | null; about_id: string | null }) => {
    if (!about_id) return null
    if (about === 'announcement') return may.announcement ? paths.announcement.view(about_id) : null
    if (about === 'reminder') return may.reminder ? paths.reminder.view(about_id) : null
    if (about === 'platform_invoice') return paths.message_credit.topUp(about_id)
    return null
  }
  return (
    <ListPage
      {...list}
      subtitle={t('message_credit.ledger_hint')}
      searchHint={t('message_credit.search_hint')}
      actions={<LinkButton href={paths.message_credit.view()}>{t('message_credit.plural')}</LinkButton>}
      cells={{
        what: (row) => {
          const href = row.kind === 'included' ? null : pageOf(row)
          const what = row.what && typeof row.what === 'object' ? inLanguage(row.what, locale) : row.what
          return href ? <a href={href}>{what ?? t('message_credit.no_name')}</a> : what
        },
      }}
      empty={{ title: t('message_credit.empty'), hint: t('message_credit.empty_hint') }}
    />
  )
}
