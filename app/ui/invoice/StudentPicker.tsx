import { useTranslation } from 'react-i18next'
import { type BillableRow, billableColumns } from '#app/domain/students/student.ts'
import { paths } from '#app/paths.ts'
import { ListPage, type Page } from '#app/ui/page/ListPage.tsx'

/** Step one of a new invoice: whom it is for. */
export function StudentPicker({ page }: { page: Page<BillableRow> }) {
  const { t } = useTranslation()
  return (
    <ListPage
      title={t('invoice.new')}
      subtitle={t('invoice.choose_student')}
      columns={billableColumns}
      page={page}
      open={(row) => paths.invoice.newFor(row.id)}
      cells={{ payer: (row) => row.payer ?? <span className="quiet">{t('invoice.no_payer')}</span> }}
      searchHint={t('invoice.choose_student_hint')}
      empty={{ title: t('invoice.no_students'), hint: t('invoice.no_students_hint') }}
    />
  )
}
