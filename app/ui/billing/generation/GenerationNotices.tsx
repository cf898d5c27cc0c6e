import { useTranslation } from 'react-i18next'
import type { Change } from '#app/domain/billing/generations/generation.ts'
import { formatDate, isPlainDate } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import type { GenerationPageData } from '#app/server/generations/generation-page.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { StayingInvoices } from './StayingInvoices.tsx'

type GenerationNoticesProps = Pick<GenerationPageData, 'record' | 'counts' | 'stay' | 'may'>

/** What somebody must know before they go on: what has changed, what failed, what could not be undone. */
export function GenerationNotices({ record, counts, stay, may }: GenerationNoticesProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const ended = record.run_at !== null
  return (
    <>
      {record.changes && (
        <Notice tone="warning" title={t('generation.changed')}>
          <ul>
            {record.changes.map((change) => (
              <li key={JSON.stringify(change)}>
                <ChangeSaid {...change} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {record.error_code && (
        <Notice tone="error">
          <p>
            {sentence(record.error_code)}{' '}
            {may.log && <a href={paths.generation.log()}>{t('generation.to_log')}</a>}
          </p>
        </Notice>
      )}
      {ended && counts.failed > 0 && !record.undone_at && (
        <Notice tone="error" title={sentence('invoice.create_failed')}>
          <p>
            {t('generation.failed_text', { count: counts.failed, students: formatCount(counts.failed) })}{' '}
            <a href={paths.generation.students(record.id, { result: 'failed' })}>
              {t('generation.failed_list')}
            </a>{' '}
            {may.log && <a href={paths.generation.log()}>{t('generation.to_log')}</a>}
          </p>
        </Notice>
      )}
      {may.askManager && (
        <Notice tone="success" title={t('generation.for_manager')}>
          {t('generation.for_manager_text')}
        </Notice>
      )}
      {record.undone_at && <StayingInvoices stay={stay} generation={record.id} />}
    </>
  )
}

/** One thing that is otherwise than the preview has it. */
function ChangeSaid({ kind, name, was, is, students }: Change) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const said = (value: Change['was']) => {
    if (value === null) return t('generation.nothing_there')
    if (typeof value === 'number') return formatRinggit(value)
    return isPlainDate(value) ? formatDate(value, locale) : t(`generation.reasons.${value}`)
  }
  const what = t(`generation.change_kinds.${kind}`, { name })
  const about =
    students > 0 ? t('generation.change_students', { count: students, students: formatCount(students) }) : ''
  if (was === null && is === null) return [what, about].filter(Boolean).join(' ')
  return `${what}: ${said(was)} → ${said(is)}${about && ` ${about}`}`
}
