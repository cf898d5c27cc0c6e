import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { arrearsList } from '#app/domain/arrears/find-arrears.server.ts'
import { whatsAppLink } from '#app/domain/contact/whatsapp.ts'
import { formatDate } from '#app/domain/dates.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'

/** Which families owe what, and since when; each with a message that a clerk sends from their own phone. */
export const handle = { access: 'arrears.view', title: 'arrears.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const list = await listPage(args, arrearsList)
  const links = list.page.rows.map((row) => [row.id, messageTo(args.context, row)] as const)
  return { list, links: Object.fromEntries(links) }
}

interface Late {
  phone: string
  preferred_locale: string
  family_code: string
  late_sen: number
  oldest_due_on: string
}

/** In the family's own language; it names no child, and leads to where one pays by the family code. */
function messageTo({ site, labels }: RequestContext, row: Late): string {
  const locale = knownLocale(row.preferred_locale)
  const text = i18nOf(locale, labels).getFixedT(locale)('arrears.whatsapp_text', {
    organisation: site.side === 'tenant' ? site.entity.name : '',
    amount: formatRinggit(row.late_sen),
    due: formatDate(row.oldest_due_on, locale),
    code: row.family_code,
    url: site.origin + paths.pay(),
  })
  return whatsAppLink(row.phone, text)
}

export default function Arrears() {
  const { list, links } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('arrears.subtitle')}
      open={({ id }) => paths.family.view(id)}
      rowActions={({ id }) => <a href={links[id]}>WhatsApp</a>}
      searchHint={t('arrears.search_hint')}
      empty={{ title: t('arrears.empty'), hint: t('arrears.empty_hint') }}
    />
  )
}
