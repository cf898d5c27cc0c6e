import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { subjectFeeList } from '#app/domain/catalogue/subject-fees/find-subject-fees.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'subject_fee.view', title: 'subject_fee.plural' } satisfies Handle

export const loader = onlyList(subjectFeeList)

export default function SubjectFees() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.subject_fee.view(row.id)}
      add={{ label: t('subject_fee.new'), href: paths.subject_fee.new() }}
      empty={{ title: t('subject_fee.empty'), hint: t('subject_fee.empty_hint') }}
    />
  )
}
