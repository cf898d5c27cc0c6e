import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import {
  type OperatorKind,
  type OperatorReaders,
  onlyHit,
  searchPlatform,
  typedSearch,
} from '#app/domain/reporting/search/search.ts'
import { paths } from '#app/paths.ts'
import { operatorReaderOf } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { foundHelp } from '#app/server/search/found-pages.ts'
import { SearchResults } from '#app/ui/reporting/search/SearchResults.tsx'

/** `?q=…`: organisations, registrations and the platform's invoices. Payments are found by tracing them. */
export const handle = { access: 'admin.dashboard.view', title: 'search.title' } satisfies Handle

const { entity, registration, platformInvoice, trace } = paths.admin

/** Who may see which kind, the page of a row, and the list that shows all. */
const kinds: Record<
  OperatorKind,
  { permission: OperatorPermission; view: (id: string) => string; all: (q: string) => string }
> = {
  entity: { permission: 'admin.entity.view', view: entity.view, all: (q) => entity.list({ q }) },
  registration: {
    ...{ permission: 'admin.registration.view', view: registration.view },
    all: (q) => registration.list({ q }),
  },
  platform_invoice: {
    ...{ permission: 'admin.subscription.view', view: platformInvoice.view },
    all: (q) => platformInvoice.list({ q }),
  },
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { q, problem } = typedSearch(new URL(request.url).searchParams.get('q'))
  const traced = q !== '' && context.operatorCan('admin.collection.view') ? trace({ q }) : undefined
  if (problem) return { q, problem, groups: [], pages: [], traced: undefined }
  const reader = operatorReaderOf(context)
  const readers: OperatorReaders = Object.fromEntries(
    Object.entries(kinds)
      .filter(([, { permission }]) => context.operatorCan(permission))
      .map(([kind]) => [kind, reader]),
  )
  const [groups, help] = await Promise.all([
    searchPlatform(await context.read(), readers, q),
    foundHelp(context, q),
  ])
  const pages = help.pages.length > 0 ? [help] : []
  const only = onlyHit(groups, q, pages.length > 0)
  if (only) throw redirect(kinds[only.kind].view(only.open))
  return {
    ...{ q, problem, traced, pages },
    groups: groups.map((group) => ({
      ...group,
      all: kinds[group.kind].all(q),
      rows: group.rows.map((row) => ({ ...row, href: kinds[group.kind].view(row.open) })),
    })),
  }
}

export default function Search() {
  const { traced, ...found } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <SearchResults {...found}>
      {traced && (
        <p>
          <a href={traced}>{t('search.trace', { q: found.q })}</a>
        </p>
      )}
    </SearchResults>
  )
}
