import { useTranslation } from 'react-i18next'
import type { Billable } from '#app/domain/people/students/billable.ts'
import { paths } from '#app/paths.ts'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

/** Step one of a new invoice: whom it is for. */
export function StudentPicker({ list }: { list: ListView<Billable> }) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('invoice.choose_student')}
      open={(row) => paths.invoice.newFor(row.id)}
      cells={{ payer: (row) => row.payer ?? <span className="quiet">{t('invoice.no_payer')}</span> }}
      searchHint={t('invoice.choose_student_hint')}
      empty={{ title: t('invoice.no_students'), hint: t('invoice.no_students_hint') }}
    />
  )
}
