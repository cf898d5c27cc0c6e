import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { arrearsList, lateInvoicesOf } from '#app/domain/payments/arrears/find-arrears.ts'
import { reminderSettings } from '#app/domain/payments/reminders/settings.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import { reminderByWhatsApp } from '#app/server/reminders/whatsapp.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { FollowUp } from '#app/ui/people/family/FamilyContacts.tsx'

/** Which families owe what, and since when; each with a message that a clerk sends from their own phone. */
export const handle = { access: 'arrears.view', title: 'arrears.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const list = await listPage(args, arrearsList)
  const { rows } = list.page
  const db = await context.read()
  const ids = rows.map(({ id }) => id)
  const [late, { wording }] = await Promise.all([
    lateInvoicesOf(db, context.scope('arrears.view'), ids, context.today),
    reminderSettings(db),
  ])
  const owed = Map.groupBy(late, ({ payer_parent_id }) => payer_parent_id)
  const links = rows.map((row) => [row.id, reminderByWhatsApp(context, wording, row, owed.get(row.id) ?? [])])
  return { list, links: Object.fromEntries(links) as Record<string, string | null | undefined> }
}

export default function Arrears() {
  const { list, links } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('arrears.subtitle')}
      open={({ id }) => paths.family.view(id)}
      cells={{ contacted_on: (row) => <FollowUp {...row} /> }}
      rowActions={({ id }) => (links[id] ? <a href={links[id]}>WhatsApp</a> : null)}
      searchHint={t('arrears.search_hint')}
      empty={{ title: t('arrears.empty'), hint: t('arrears.empty_hint') }}
    />
  )
}
