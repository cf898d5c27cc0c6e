import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { inboxPage, inboxPageSize, inboxSearch } from '#app/domain/messaging/inbox/inbox.ts'
import { paths } from '#app/paths.ts'
import { inboxOwnerOf, readMessages } from '#app/server/messages/composing.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { SubNav, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { Pages } from '#app/ui/core/table/Pagination.tsx'
import { MessageRows } from '#app/ui/messaging/inbox/MessageRows.tsx'

/** The reader's own messages, the latest first. */
export const handle = { access: 'profile.view', title: 'inbox.title' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = inboxSearch.parse(Object.fromEntries(new URL(request.url).searchParams))
  const db = await context.read()
  const { rows, ...counts } = await inboxPage(db, inboxOwnerOf(context), search)
  const words = await readMessages(db, rows, context)
  return {
    search,
    ...counts,
    rows: rows.map((row) => ({ ...row, subject: words.get(row.id)?.subject ?? null })),
  }
}

export default function Inbox() {
  const { search, rows, all, unread, total } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const onlyUnread = search.show === 'unread'
  return (
    <ViewPage
      title={t('inbox.title')}
      actions={
        <>
          {unread > 0 && <PostButton action={paths.inbox.readAll()}>{t('inbox.read_all')}</PostButton>}
          <LinkButton href={paths.ownChannels.edit()}>{t('opt_out.choose')}</LinkButton>
        </>
      }
    >
      {all > 0 && (
        <SubNav
          label={t('inbox.title')}
          items={[
            { label: `${t('inbox.every')} (${all})`, href: paths.inbox.list(), current: !onlyUnread },
            {
              label: `${t('inbox.unread')} (${unread})`,
              href: paths.inbox.list({ show: 'unread' }),
              current: onlyUnread,
            },
          ]}
        />
      )}
      {rows.length > 0 ? (
        <MessageRows rows={rows} />
      ) : onlyUnread ? (
        <EmptyState title={t('inbox.none_unread')} />
      ) : (
        <EmptyState title={t('inbox.empty')} hint={t('inbox.empty_hint')} />
      )}
      {total > inboxPageSize && (
        <Pages page={search.page} pages={Math.ceil(total / inboxPageSize)} search={search} />
      )}
    </ViewPage>
  )
}
