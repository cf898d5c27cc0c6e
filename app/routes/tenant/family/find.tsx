import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { foundFamilies } from '#app/server/lists/found-families.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { FamilySearch, FoundFamilies } from '#app/ui/people/family/FamilySearch.tsx'

/** `?q=…`; the only family that is found is opened at once, so that typing a number and Enter is enough. */
export const handle = { access: 'family.view', title: 'family.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const found = await foundFamilies(args, 'family.view')
  if (found.rows.length === 1) throw redirect(paths.family.view(found.rows[0]!.id))
  return found
}

export default function FindFamily() {
  const found = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('family.find')} subtitle={t('family.find_hint')} />
      <FamilySearch q={found.q} />
      <FoundFamilies {...found} open={paths.family.view} />
    </>
  )
}
