import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { foundColumns, leastTyped } from '#app/domain/families/family.ts'
import { searchFamilies } from '#app/domain/families/search-families.server.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FamilySearch } from '#app/ui/family/FamilySearch.tsx'
import { EmptyState } from '#app/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#app/ui/page/PageHeader.tsx'
import { Table } from '#app/ui/table/Table.tsx'

/** `?q=…`; the only family that is found is opened at once, so that typing a number and Enter is enough. */
export const handle = { access: 'family.view', title: 'family.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  const scope = context.scope('family.view')
  const found = await searchFamilies(await context.read(), scope, keysOf(context), q)
  if (found.rows.length === 1) throw redirect(paths.family.view(found.rows[0]!.id))
  return { q, short: q.length > 0 && q.length < leastTyped, ...found }
}

export default function FindFamily() {
  const { q, short, rows, more } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('family.find')} subtitle={t('family.find_hint')} />
      <FamilySearch q={q} />
      {short ? <p className="quiet">{t('family.too_short')}</p> : null}
      {rows.length > 0 ? (
        <Table
          caption={t('family.found')}
          columns={foundColumns}
          rows={rows}
          open={({ id }) => paths.family.view(id)}
          brief
        />
      ) : null}
      {rows.length === 0 && q && !short ? (
        <EmptyState title={t('family.none')} hint={t('family.none_hint')} />
      ) : null}
      {more ? <p className="quiet">{t('family.more')}</p> : null}
    </>
  )
}
