import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classFeeColumns } from '#app/domain/catalogue/subject-fees/subject-fee.ts'
import type { Clash } from '#app/domain/catalogue/subjects/clashes.ts'
import { enrolledColumns } from '#app/domain/catalogue/subjects/subject.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { timeWords } from '#app/domain/core/schedule.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'

/** Times at which the room of a class, or its people, are taken by another one. A warning: it may be meant so. */
export function ClashNotice({ clashes }: { clashes: readonly Clash[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (clashes.length === 0) return null
  return (
    <Notice tone="warning" title={t('subject.clash')}>
      <p>{t('subject.clash_text')}</p>
      <ul>
        {clashes.map((clash) => (
          <li key={`${clash.weekday} ${clash.starts} ${clash.ends} ${clash.other?.id} ${clash.people}`}>
            {[timeWords(clash, t, locale), clash.room, clash.people].filter(Boolean).join(', ')}
            {': '}
            {clash.other ? (
              <a href={paths.subject.view(clash.other.id)}>
                {clash.other.name} ({clash.other.code})
              </a>
            ) : (
              t('subject.clash_unknown')
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface EnrolledRow {
  id: string
  student_no: string
  name: string
  starts_on: string
  status: string
  /** How often they came this year, in basis points; null before anything counts. */
  rate_bp: number | null
}

interface EnrolledSectionProps {
  row: { students: number; capacity: number | null; waiting: number }
  enrolled: readonly EnrolledRow[]
  /** Whether sessions are marked here, and the reader may see it. */
  attendance: boolean
  /** Whether the reader may know how many there are in all. */
  counts: boolean
}

/** Who is in a class and how many places are left. */
export function EnrolledSection({ row, enrolled, attendance, counts }: EnrolledSectionProps) {
  const { t } = useTranslation()
  const unnamed = row.students + row.waiting - enrolled.length
  return (
    <Section title={t('subject.students')}>
      {counts && (
        <Figures
          items={[
            { label: t('subject.enrolled'), value: formatCount(row.students) },
            {
              label: t('subject.capacity'),
              value: row.capacity === null ? t('subject.no_limit') : formatCount(row.capacity),
            },
            { label: t('subject.waiting'), value: formatCount(row.waiting) },
          ]}
        />
      )}
      {enrolled.length > 0 ? (
        <Table caption={t('subject.students')} columns={enrolledColumns(attendance)} rows={enrolled} brief />
      ) : (
        <p className="quiet">{t('subject.no_students')}</p>
      )}
      {counts && unnamed > 0 && <p className="quiet">{t('subject.enrolled_more', { count: unnamed })}</p>}
    </Section>
  )
}

type FeeRow = TableProps<{ [Column in (typeof classFeeColumns)[number]['key']]: unknown } & { id: string }>

interface FeesSectionProps {
  subject_id: string
  fees: FeeRow['rows']
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
          {mayCreate && <a href={paths.subject_fee.new({ subject_id })}>{t('subject_fee.new')}</a>}{' '}
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
          open={({ id }) => paths.subject_fee.view(id)}
          brief
        />
      ) : (
        <p className="quiet">{t('subject_fee.empty')}</p>
      )}
    </Section>
  )
}

/** The link to register for a class, to be copied; within it the same as a code to be photographed. */
export function LinkSection({ address, children }: { address: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Section title={t('registration_form.link')}>
      <p>
        <a href={address}>{address}</a>
      </p>
      <p className="quiet">{t('registration_form.link_hint')}</p>
      {children}
    </Section>
  )
}
