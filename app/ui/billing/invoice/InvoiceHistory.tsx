import { useTranslation } from 'react-i18next'
import type { InvoiceEvent } from '#app/domain/billing/invoices/invoice-history.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type Tone, toneOf } from '#app/ui/core/feedback/tones.ts'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

const tones: Partial<Record<InvoiceEvent['what'], Tone>> = {
  issued: 'open',
  mail_failed: 'bad',
  no_address: 'late',
  sent_again: 'open',
  changed: 'open',
  reminded: 'open',
  payment_cancelled: 'off',
  written_off: 'off',
  credit_removed: 'off',
  cancelled: 'off',
}

/** An event as the page gets it: an instant is text there. */
type Shown = Omit<InvoiceEvent, 'at'> & { at: Date | string | null }

/** What happened to an invoice from its issue on, for the office. */
export function InvoiceHistory({ events }: { events: readonly Shown[] }) {
  const { t } = useTranslation()
  if (events.length === 0) return null
  const titleOf = ({ what, sen, about, code }: Shown) => {
    const values = { amount: formatRinggit(sen ?? 0), about: about ?? '' }
    if (what === 'paid') return t('invoice.history.paid', { ...values, method: t(`payment.methods.${code}`) })
    if (what === 'reminded') return t(`invoice.history.reminded.${code}`)
    if (what === 'not_paid')
      return t('invoice.history.not_paid', { ...values, outcome: t(`invoice.attempt.${code}`) })
    return t(`invoice.history.${what}`, values)
  }
  const textOf = ({ what, by, about, note, code }: Shown) =>
    [
      by && t('invoice.history.by', { name: by }),
      about !== null && !isNamed.has(what) && about,
      note,
      what === 'mail_failed' && t(`invoice.history.failures.${code}`),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Section title={t('invoice.history.title')}>
      <Timeline
        items={events.map((event) => ({
          title: titleOf(event),
          ...{ at: event.at ?? undefined, day: event.day },
          text: textOf(event) || undefined,
          tone: event.what === 'not_paid' ? toneOf(event.code ?? '') : (tones[event.what] ?? 'good'),
        }))}
      />
    </Section>
  )
}

/** Events whose title names what they are about. */
const isNamed: ReadonlySet<string> = new Set(['mailed', 'mail_failed', 'sent_again'])
