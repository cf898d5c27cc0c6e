import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { studentDiscountList } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'student_discount.view', title: 'student_discount.plural' } satisfies Handle

export const loader = listLoader(studentDiscountList)

export default function StudentDiscounts() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      yours="student_discount"
      open={({ id }) => paths.student_discount.view(id)}
      searchHint={t('student_discount.search_hint')}
      empty={{ title: t('student_discount.empty'), hint: t('student_discount.empty_hint') }}
    />
  )
}
