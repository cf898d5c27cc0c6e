import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant, todayIn } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { duplicateOf, explainFault } from '#app/domain/einvoice/faults/explain.ts'
import { correctionLink } from '#app/domain/einvoice/faults/mend-link.ts'
import type { Fault } from '#app/domain/einvoice/words.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import type { OfficeView, ShownDocument } from './shown.ts'

interface StandingProps {
  row: ShownDocument
  office: OfficeView | null
}

/** Where the document stands, in sentences, and what can be done about it. */
export function EInvoiceStanding({ row, office }: StandingProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { tone, words } = standingOf(row, office, t, locale)
  const notices = office?.standing?.notices ?? []
  return (
    <>
      {words.length > 0 && (
        <Notice tone={tone}>
          {words.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences have their order and no other
            <p key={index}>{one}</p>
          ))}
        </Notice>
      )}
      {notices.length > 0 && (
        <ul>
          {notices.map((one) => (
            <li key={one.kind}>{noticeWords(one, t)}</li>
          ))}
        </ul>
      )}
      {office && <AfterTheWindow row={row} office={office} />}
    </>
  )
}

type Tone = 'info' | 'success' | 'warning' | 'error'

function standingOf(
  row: ShownDocument,
  office: OfficeView | null,
  t: TFunction,
  locale: Locale,
): { tone: Tone; words: ReactNode[] } {
  const say = (key: string, values = {}) => t(`einvoice.state.${key}` as 'einvoice.state.queued', values)
  const day = (at: Date | string) => formatDate(todayIn(new Date(at)), locale)
  const reason = (text: string | null) => text && `${t('einvoice.reason')}: ${text}`
  const laterCancel = row.cancel_requested_at !== null && say('under_way_cancel')
  switch (row.status) {
    case 'queued': {
      const waits_for = office?.standing?.waits_for
      if (waits_for) return { tone: 'info', words: [say('waits', { number: waits_for })] }
      return office && !office.works
        ? { tone: 'warning', words: [say('queued_stopped')] }
        : { tone: 'info', words: [say('queued')] }
    }
    case 'sending':
      return { tone: 'warning', words: [say('sending'), laterCancel].filter(Boolean) }
    case 'submitted':
    case 'processing':
      return { tone: 'info', words: [say(row.status), laterCancel].filter(Boolean) }
    case 'valid':
      return {
        tone:
          office && row.invoice_status === 'cancelled' && row.source === 'invoice' ? 'warning' : 'success',
        words: [
          say(office && !office.linked ? 'valid_no_link' : 'valid'),
          office &&
            row.invoice_status === 'cancelled' &&
            row.source === 'invoice' &&
            say('invoice_cancelled'),
        ].filter(Boolean),
      }
    case 'cancelling':
      return { tone: 'warning', words: [say('cancelling'), reason(row.cancel_reason)].filter(Boolean) }
    case 'reject_requested':
      return {
        tone: 'warning',
        words: [
          say('reject_requested', { date: day(row.reject_requested_at!) }),
          reason(row.reject_reason),
        ].filter(Boolean),
      }
    case 'cancelled':
      return {
        tone: 'info',
        words: [
          say('cancelled', { date: day(row.cancelled_at!) }),
          reason(row.cancel_reason),
          office && row.invoice_id && row.invoice_status !== 'cancelled' && say('cancelled_again'),
        ].filter(Boolean),
      }
    case 'invalid':
    case 'failed':
      return { tone: 'info', words: [] }
  }
}

/** A decision that was made for the reader, in words. */
export function noticeWords(
  notice: NonNullable<OfficeView['standing']>['notices'][number],
  t: TFunction,
): string {
  switch (notice.kind) {
    case 'no_fee_type':
      return t('einvoice.notices.no_fee_type', { count: notice.lines })
    case 'left_out':
      return t('einvoice.notices.left_out', { count: notice.lines, amount: formatRinggit(notice.sen) })
    case 'original_not_reported':
      return t('einvoice.notices.original_not_reported', { number: notice.number })
  }
}

/** Of a valid one that can no longer be cancelled: why, and what to do instead. */
function AfterTheWindow({ row, office }: { row: ShownDocument; office: OfficeView }) {
  const { t } = useTranslation()
  if (row.bound !== 'fixed') return null
  const { correction } = office
  return (
    <p>
      {t(correction ? 'einvoice.corrected' : 'einvoice.too_late')}{' '}
      {correction ? (
        <a href={paths.einvoice.view(correction.id)}>{correction.number}</a>
      ) : (
        office.may.note &&
        row.invoice_id && <a href={paths.credit_note.new(row.invoice_id)}>{t('einvoice.issue_note')}</a>
      )}
    </p>
  )
}

/** What is wrong: our words first, then the portal's own, with a link to what must be corrected; and why it is not sent yet. */
export function Faults({ row, office }: StandingProps) {
  const { t } = useTranslation()
  const { standing } = office ?? { standing: null }
  // What our own checks find now stands for what they found then.
  const now = standing?.faults ?? []
  const said = row.faults.filter(({ step }) => step !== 'local' || now.length === 0)
  const faults = standing?.may ? row.faults : [...now, ...said]
  return (
    <Section title={t('einvoice.faults.title')} id="faults">
      {faults.length === 0 && <p>{t('einvoice.faults.none')}</p>}
      {groupsOf(faults).map((group) => (
        <FaultNotice key={group.whose + group.field} {...group} row={row} office={office} />
      ))}
      {office?.may.submit && standing && !standing.may && standing.why && (
        <div className="actions">
          {standing.why !== 'reported' && (
            <button type="button" disabled aria-describedby="retry-why">
              {t('einvoice.retry')}
            </button>
          )}
          <span className="quiet" id="retry-why">
            {t(`einvoice.retry_hint.${standing.why}`, { number: standing.waits_for ?? '' })}
          </span>
        </div>
      )}
    </Section>
  )
}

interface FaultGroup {
  whose: ReturnType<typeof explainFault>['whose']
  field: ReturnType<typeof explainFault>['field']
  faults: { fault: Fault; key: string }[]
}

/** Those that are corrected at one place together, each once. */
function groupsOf(faults: readonly Fault[]): FaultGroup[] {
  const groups = new Map<string, FaultGroup>()
  for (const fault of faults) {
    const { key, field, whose } = explainFault(fault)
    const at = `${whose} ${field}`
    const group = groups.get(at) ?? { whose, field, faults: [] }
    groups.set(at, group)
    if (!group.faults.some((one) => one.key === key && one.fault.text === fault.text))
      group.faults.push({ fault, key })
  }
  return [...groups.values()]
}

function FaultNotice({ whose, field, faults, row, office }: FaultGroup & StandingProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const about = { parent_id: row.parent_id, invoice_id: row.about_id, credit_note_id: row.credit_note_id }
  const href = field && office && correctionLink(field, about, office.may)
  return (
    <Notice tone="error" title={t(`einvoice_fault.whose.${whose}`)}>
      {faults.map(({ fault, key }) => (
        <FaultWords key={key + fault.text} fault={fault} said={key} locale={locale} />
      ))}
      {href && field && (
        <div className="actions">
          <LinkButton href={href}>
            {t('einvoice_fault.correct', {
              what: t(`einvoice_fault.fields.${field}` as 'einvoice_fault.fields.buyer.tin'),
            })}
          </LinkButton>
        </div>
      )}
    </Notice>
  )
}

/** Our words first, then what the portal said, in the reader's language where it said it in both. */
function FaultWords({ fault, said, locale }: { fault: Fault; said: string; locale: Locale }) {
  const { t } = useTranslation()
  const theirs = fault.step === 'local' ? '' : (locale === 'my' && fault.text_my) || fault.text
  const uuid = duplicateOf(fault)
  return (
    <>
      {uuid && <p>{t('einvoice.faults.reported_as', { uuid })}</p>}
      <p>{t(`einvoice_fault.said.${said}` as 'einvoice_fault.said.unknown')}</p>
      {theirs && (
        <p className="quiet small">
          {t('einvoice.faults.portal')}: <q>{theirs}</q>
        </p>
      )}
    </>
  )
}

/** An instant with how much is left until then, such as `13 Nov 2026, 4.00 pm (2 days 5 hours left)`; null when it is over. */
export function countdown(
  until: Date | string,
  now: Date | string,
  t: TFunction,
  locale: Locale,
): string | null {
  const minutes = Math.floor((new Date(until).getTime() - new Date(now).getTime()) / 60_000)
  if (minutes < 0) return null
  return t('einvoice.cancellable', { until: formatInstant(until, locale), left: spanOf(minutes, t) })
}

function spanOf(minutes: number, t: TFunction): string {
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  const part = (unit: 'days' | 'hours' | 'minutes', count: number) => t(`einvoice.left.${unit}`, { count })
  if (days > 0) return both(part('days', days), hours > 0 ? part('hours', hours) : null, t)
  if (hours > 0) return both(part('hours', hours), minutes % 60 > 0 ? part('minutes', minutes % 60) : null, t)
  return part('minutes', minutes)
}

const both = (first: string, second: string | null, t: TFunction) =>
  second ? t('einvoice.left.both', { first, second }) : first
