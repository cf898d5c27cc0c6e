import { useTranslation } from 'react-i18next'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { Problem } from '#app/domain/enrolment/rollovers/rollover.ts'
import { paths } from '#app/paths.ts'
import type { RolloverPageData } from '#app/server/rollovers/rollover-page.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

type RolloverNoticesProps = Pick<RolloverPageData, 'blocking' | 'warnings' | 'may'> & {
  record: Pick<
    RolloverPageData['record'],
    'changes' | 'error_code' | 'status' | 'stayed' | 'undoable' | 'bills_from'
  >
}

/** What somebody must know before they go on: what has changed, what is to be mended, what stays. */
export function RolloverNotices({ record, blocking, warnings, may }: RolloverNoticesProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const sentence = useSentence()
  const { changes, error_code, status, stayed, undoable, bills_from } = record
  return (
    <>
      {changes && (
        <Notice tone="warning" title={t('rollover.changed')}>
          <p>
            {t('rollover.changed_text', {
              ...{ families: formatCount(changes.families), seats: formatCount(changes.seats) },
              prices: formatCount(changes.prices),
            })}
          </p>
          <Names of={changes.names} />
        </Notice>
      )}
      {error_code && <Notice tone="error">{sentence(error_code)}</Notice>}
      <Problems tone="error" title={t('rollover.must_mend')} of={blocking} />
      <Problems tone="warning" title={t('rollover.worth_a_look')} of={warnings} />
      {status === 'done' && (
        <Notice tone="success">
          {may.generate ? (
            <a href={paths.generation.new()}>
              {t('rollover.after_run', { month: formatMonth(bills_from.slice(0, 7), locale) })}
            </a>
          ) : (
            t('rollover.after_run', { month: formatMonth(bills_from.slice(0, 7), locale) })
          )}
          {!undoable && <p>{t('rollover.billed_stands')}</p>}
        </Notice>
      )}
      {stayed && stayed.length > 0 && (
        <Notice tone="warning" title={t('rollover.stayed')}>
          <Names of={stayed} />
        </Notice>
      )}
    </>
  )
}

function Names({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {[...new Set(of)].map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

function Problems({ tone, title, of }: { tone: 'error' | 'warning'; title: string; of: readonly Problem[] }) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <Notice tone={tone} title={title}>
      <ul>
        {of.map(({ code, name, count, capacity }) => (
          <li key={`${code} ${name ?? ''}`}>
            {t(`rollover.problems.${code}`, { name: name ?? '', count: count ?? 0, capacity: capacity ?? 0 })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
