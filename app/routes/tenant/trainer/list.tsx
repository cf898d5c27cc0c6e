import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trainerList } from '#app/domain/people/trainers/find-trainers.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'trainer.view', title: 'trainer.plural' } satisfies Handle

export const loader = onlyList(trainerList)

export default function Trainers() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.trainer.view(row.id)}
      add={{ label: t('trainer.new'), href: paths.trainer.new() }}
      empty={{ title: t('trainer.empty'), hint: t('trainer.empty_hint') }}
    />
  )
}
