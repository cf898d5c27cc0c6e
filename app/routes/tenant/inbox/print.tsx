import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { ownMessage } from '#app/domain/messaging/inbox/inbox.ts'
import { paths } from '#app/paths.ts'
import { MessageDocument } from '#app/print/message/MessageDocument.tsx'
import { inboxOwnerOf, readMessages } from '#app/server/messages/composing.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** A message of the reader's own as a sheet. */
export const handle = { access: 'profile.view', title: 'inbox.one', look: 'paper' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.message')
  const db = await context.read()
  const row = await ownMessage(db, inboxOwnerOf(context), id)
  const [organisation, words] = await Promise.all([organisationOf(db), readMessages(db, [row], context)])
  const {
    subject = context.t('inbox.gone'),
    html = '',
    files = [],
    locale = row.locale,
  } = words.get(id) ?? {}
  return { id, organisation, subject, html, files, name: row.name, at: row.created_at, locale }
}

export default function PrintMessage() {
  const { id, ...sheet } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { logo } = usePage().organisation
  return (
    <>
      <PaperTools back={{ label: t('inbox.one'), href: paths.inbox.view(id) }} />
      <MessageDocument {...sheet} logo={logo} />
    </>
  )
}
