import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { markRead, ownMessage } from '#app/domain/messaging/inbox/inbox.ts'
import { paths } from '#app/paths.ts'
import { inboxOwnerOf, readMessages } from '#app/server/messages/composing.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { MessageText } from '#app/ui/messaging/inbox/MessageText.tsx'

/** One message of the reader's own. Opening it marks it as read, which can be done any number of times. */
export const handle = { access: 'profile.view', titled: true } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.message')
  const owner = inboxOwnerOf(context)
  const db = await context.read()
  const row = await ownMessage(db, owner, id)
  const words = (await readMessages(db, [row], context)).get(id)
  if (!row.read_at && isOpened(request)) {
    await context.releaseConnection()
    await context.writeWithoutRecount((trx) => markRead(trx, owner, id))
    if (context.session?.kind === 'user') context.session.unread = Math.max(0, context.session.unread - 1)
  }
  return {
    title: words?.subject ?? context.t('inbox.gone'),
    ...{ id, locale: words?.locale ?? row.locale, created_at: row.created_at },
    html: words?.html ?? '',
    files: words?.files ?? [],
  }
}

/** A browser that fetches a page before anybody asks for it has not opened it. */
const isOpened = ({ method, headers }: Request) =>
  method === 'GET' && !/prefetch|prerender/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')

export default function ViewMessage() {
  const { id, title, created_at, ...message } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale, organisation } = usePage()
  return (
    <ViewPage
      title={title}
      subtitle={t('inbox.from', { sender: organisation.name, at: formatInstant(created_at, locale) })}
      back={{ label: t('inbox.title'), href: paths.inbox.list() }}
      actions={<LinkButton href={paths.inbox.print(id)}>{t('common.format.print')}</LinkButton>}
    >
      <MessageText {...message} fileHref={(file_id) => paths.inbox.file(file_id)} />
    </ViewPage>
  )
}
