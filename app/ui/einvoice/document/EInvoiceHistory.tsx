import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { explainFault } from '#app/domain/einvoice/faults/explain.ts'
import type { Fault } from '#app/domain/einvoice/words.ts'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Event {
  kind: string
  by_name: string | null
  /** What came with it; of something that was refused, `faults`. */
  detail: unknown
  at: Date | string
}

const tones: Record<string, Tone> = {
  faulty: 'bad',
  refused: 'bad',
  invalid: 'bad',
  cancel_refused: 'bad',
  unchanged: 'bad',
  cancelled: 'off',
  withdrawn: 'off',
  reject_requested: 'late',
  cancel_late: 'late',
  invoice_cancelled: 'late',
  queued: 'wait',
  stored: 'wait',
  accepted: 'wait',
  undecided: 'wait',
  returned: 'wait',
  resent: 'wait',
  split: 'wait',
  restamped: 'wait',
  cancel_requested: 'wait',
}

/** All that happened, first things first. */
export function EInvoiceHistory({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation()
  const called = (kind: string) =>
    t(`einvoice.events.${kind}` as 'einvoice.events.queued', { defaultValue: kind })
  return (
    <Section title={t('einvoice.history')}>
      <Timeline
        items={events.map(({ kind, by_name, detail, at }) => ({
          title: by_name ? t('einvoice.by', { event: called(kind), name: by_name }) : called(kind),
          at,
          text: meaningsOf(detail)
            .map((key) => t(`einvoice_fault.said.${key}` as 'einvoice_fault.said.unknown'))
            .join(' '),
          tone: tones[kind] ?? 'good',
        }))}
      />
    </Section>
  )
}

/** What each fault of an event means, each meaning once. */
function meaningsOf(detail: unknown): string[] {
  const { faults } = (detail ?? {}) as { faults?: readonly Fault[] }
  return [...new Set((faults ?? []).map((fault) => explainFault(fault).key))]
}

interface Attempt {
  id: string
  uuid: string | null
  outcome: string | null
  issued_at: Date | string
  content_hash: string
  submission_uid: string | null
  sends: number
  correlation_id: string | null
  faults: readonly Fault[]
}

/** What was exchanged with the portal, attempt by attempt: what somebody needs who asks its support. */
export function EInvoiceMessages({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Section title={t('einvoice.attempts')}>
      <p className="quiet">{t('einvoice.attempts_text')}</p>
      {attempts.map((attempt, index) => (
        <details key={attempt.id}>
          <summary>
            {t('einvoice.attempt', {
              n: formatCount(index + 1),
              date: formatInstant(attempt.issued_at, locale),
            })}
            {' · '}
            {t(`einvoice.outcomes.${(attempt.outcome ?? 'open') as 'open'}`)}
          </summary>
          <Facts
            items={[
              { label: t('einvoice.uuid'), value: attempt.uuid },
              { label: t('einvoice.submission_uid'), value: attempt.submission_uid },
              { label: t('einvoice.correlation'), value: attempt.correlation_id },
              { label: t('einvoice.sends'), value: formatCount(attempt.sends) },
              {
                label: t('einvoice.hash'),
                value: <small className="long-word">{attempt.content_hash}</small>,
                wide: true,
              },
              ...attempt.faults.map(({ step, code, text, path }) => ({
                label: [t('einvoice.raw'), step, code].filter(Boolean).join(' · '),
                value: [text, path].filter(Boolean).join(' · '),
                wide: true as const,
              })),
            ]}
          />
        </details>
      ))}
    </Section>
  )
}
