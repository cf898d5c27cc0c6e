import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import {
  closerLook,
  type Evidence,
  warnings,
} from '#app/domain/payments/bank-statements/matching/evidence.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { evidenceWords } from './evidence-words.ts'

interface Waiting {
  id: string
  version: number
  booked_on: string
  said: string
  family: string | null
  left_sen: number
  evidence: Evidence[]
}

interface LineQueueProps {
  statement: string
  rows: readonly Waiting[]
  /** All that wait, of which some are shown. */
  waiting: number
  may: { decide: boolean }
}

/** Lines that somebody must decide about, each with what speaks for a family, and one click for what is suggested. */
export function LineQueue({ statement, rows, waiting, may }: LineQueueProps) {
  const { t } = useTranslation()
  if (rows.length === 0)
    return (
      <Section title={t('bank_statement.queue')}>
        <EmptyState title={t('bank_statement.queue_empty')} hint={t('bank_statement.queue_empty_hint')} />
      </Section>
    )
  return (
    <Section title={`${t('bank_statement.queue')} (${formatCount(waiting)})`}>
      <Table
        caption={t('bank_statement.queue')}
        columns={[
          { key: 'booked_on', label: 'bank_line.booked_on', kind: 'date' },
          { key: 'said', label: 'bank_line.said' },
          { key: 'left_sen', label: 'bank_line.left', kind: 'money' },
          { key: 'family', label: 'bank_line.family' },
        ]}
        rows={rows}
        open={({ id }) => paths.bankLine.view(id)}
        cells={{
          family: ({ family, evidence }) =>
            family === null ? (
              <span className="quiet">{t('bank_line.statuses.unmatched')}</span>
            ) : (
              <span>
                {family}
                <br />
                <small>
                  {told(evidence)
                    .map((one) => evidenceWords(t, one))
                    .join(' ')}
                </small>
              </span>
            ),
        }}
        actions={
          may.decide
            ? ({ id, version, family, evidence }) =>
                family !== null &&
                !evidence.some(({ kind }) => closerLook.includes(kind)) && (
                  <PostButton action={paths.bankLine.accept(id)} fields={{ version: String(version) }}>
                    {t('bank_line.accept_short')}
                  </PostButton>
                )
            : undefined
        }
      />
      {waiting > rows.length && (
        <LinkButton href={paths.bankLine.of(statement)}>{t('bank_statement.all_lines')}</LinkButton>
      )}
    </Section>
  )
}

/** The first that speaks for it, and all that speaks against posting it unseen. */
const told = (evidence: readonly Evidence[]) => [
  ...evidence.filter(({ kind }) => !warnings.includes(kind)).slice(0, 2),
  ...evidence.filter(({ kind }) => warnings.includes(kind)),
]
