import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { openDrawerOf } from '#app/domain/payments/drawers/find-drawers.ts'
import { paths } from '#app/paths.ts'
import { foundFamilies } from '#app/server/lists/found-families.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { FamilySearch, FoundFamilies } from '#app/ui/people/family/FamilySearch.tsx'

/** `?q=…`; the only family that is found is served at once, so that a code and Enter are enough. */
export const handle = { access: 'payment.record', title: 'counter.title' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const found = await foundFamilies(args, 'payment.record')
  if (found.rows.length === 1) throw redirect(paths.counter.take(found.rows[0]!.id))
  const open = await openDrawerOf(await args.context.read(), args.context.actor.id!)
  return { found, open: open?.id ?? null, mayDrawers: args.context.can('collection.view') }
}

export default function FindAtCounter() {
  const { found, open, mayDrawers } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('counter.title')}
        subtitle={t('counter.hint')}
        actions={
          <>
            {open === null ? (
              <LinkButton href={paths.drawer.open()}>{t('drawer.open_title')}</LinkButton>
            ) : (
              mayDrawers && <LinkButton href={paths.drawer.view(open)}>{t('drawer.own')}</LinkButton>
            )}
            {mayDrawers && <a href={paths.drawer.list()}>{t('drawer.plural')}</a>}
          </>
        }
      />
      {open === null && <p className="quiet">{t('drawer.none')}</p>}
      <FamilySearch q={found.q} action={paths.counter.find()} label={t('counter.who')} focused />
      <FoundFamilies {...found} open={paths.counter.take} />
    </>
  )
}
