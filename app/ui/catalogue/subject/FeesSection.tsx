import { useTranslation } from 'react-i18next'
import { classFeeColumns } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'

type Row = TableProps<{ [Column in (typeof classFeeColumns)[number]['key']]: unknown } & { id: string }>

interface FeesSectionProps {
  subject_id: string
  fees: Row['rows']
  mayCreate: boolean
}

/** What a class costs, for who may see money. */
export function FeesSection({ subject_id, fees, mayCreate }: FeesSectionProps) {
  const { t } = useTranslation()
  if (fees.length === 0 && !mayCreate) return null
  return (
    <Section
      title={t('subject.fees')}
      actions={
        <>
          {mayCreate && <a href={paths.subjectFee.newFor(subject_id)}>{t('subject_fee.new')}</a>}{' '}
          {fees.length > 0 && (
            <a href={paths.listed('subjectFee', `subject_id=${subject_id}`)}>{t('common.as_list')}</a>
          )}
        </>
      }
    >
      {fees.length > 0 ? (
        <Table
          caption={t('subject.fees')}
          columns={classFeeColumns}
          rows={fees}
          open={({ id }) => paths.subjectFee.view(id)}
          brief
        />
      ) : (
        <p className="quiet">{t('subject_fee.empty')}</p>
      )}
    </Section>
  )
}
