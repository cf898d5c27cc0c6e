import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Permission } from '#app/domain/core/access/access.ts'
import {
  onlyHit,
  searchTenant,
  type TenantKind,
  type TenantReaders,
  typedSearch,
} from '#app/domain/reporting/search/search.ts'
import { paths } from '#app/paths.ts'
import { readerOf } from '#app/server/lists/list-page.ts'
import { reachOf } from '#app/server/lists/reach.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { foundPages } from '#app/server/search/found-pages.ts'
import { SearchResults } from '#app/ui/reporting/search/SearchResults.tsx'

/** `?q=…`: people, invoices and payments by anything that is written on paper; reports, settings and help by their words. The only hit is opened at once. */
export const handle = { access: 'student.view', title: 'search.title' } satisfies Handle

/** Who may see which kind, the page of a row, and the list that shows all. */
const kinds: Record<
  TenantKind,
  { permission: Permission; view: (id: string) => string; all: (q: string) => string }
> = {
  family: { permission: 'family.view', view: paths.family.view, all: (q) => paths.family.find({ q }) },
  student: { permission: 'student.view', view: paths.student.view, all: (q) => paths.student.list({ q }) },
  parent: { permission: 'parent.view', view: paths.parent.view, all: (q) => paths.parent.list({ q }) },
  invoice: { permission: 'invoice.view', view: paths.invoice.view, all: (q) => paths.invoice.list({ q }) },
  payment: { permission: 'payment.view', view: paths.payment.view, all: (q) => paths.payment.list({ q }) },
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { q, problem } = typedSearch(new URL(request.url).searchParams.get('q'))
  if (problem) return { q, problem, groups: [], pages: [], reach: undefined }
  const db = await context.read()
  const [groups, reach, pages] = await Promise.all([
    searchTenant(db, readersOf(context), keysOf(context), q),
    reachOf(db, context.scope('student.view')),
    foundPages(context, q),
  ])
  const only = onlyHit(groups, q, pages.length > 0)
  if (only) throw redirect(kinds[only.kind].view(only.open))
  return {
    ...{ q, problem, reach, pages },
    groups: groups.map((group) => ({
      ...group,
      all: kinds[group.kind].all(q),
      rows: group.rows.map((row) => ({ ...row, href: kinds[group.kind].view(row.open) })),
    })),
  }
}

function readersOf(context: RequestContext): TenantReaders {
  return Object.fromEntries(
    Object.entries(kinds)
      .filter(([, { permission }]) => context.can(permission))
      .map(([kind, { permission }]) => [kind, readerOf(context, permission)]),
  )
}

export default function Search() {
  return <SearchResults {...useLoaderData<typeof loader>()} />
}
