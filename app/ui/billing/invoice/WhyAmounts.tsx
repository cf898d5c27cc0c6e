import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ExplainedLine } from '#app/domain/billing/plan/explain-amounts.ts'
import type { GivenDiscount } from '#app/domain/billing/plan/facts.ts'
import { formatClocks, formatDate } from '#app/domain/core/dates.ts'
import { plainQuantity } from '#app/domain/core/invoicing/totals.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Sums } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** How each amount was calculated, recalculated from the stored facts; nothing when all lines were written by hand. */
export function WhyAmounts({ lines }: { lines: readonly ExplainedLine[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <Section title={t('invoice.why.title')} id="why">
      {lines
        .filter(({ again }) => !again.agrees)
        .map(({ position, description }) => (
          <Notice key={position} tone="error" title={t('invoice.why.wrong_title')}>
            <p>{t('invoice.why.wrong_text', { line: description })}</p>
          </Notice>
        ))}
      {lines.map((line) => (
        <Why key={line.position} line={line} />
      ))}
    </Section>
  )
}

function Why({ line }: { line: ExplainedLine }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { facts, again } = line
  const notes = notesOf(line, t)
  return (
    <details className="why" open={!again.agrees}>
      <summary>
        {line.description} · <b className="number">{formatRinggit(line.amount_sen)}</b>
      </summary>
      {line.sessions.length > 0 && <SessionsCharged sessions={line.sessions} />}
      <Sums items={stepsOf(line, t, locale)} total={{ label: t('invoice.why.net'), sen: again.amount_sen }} />
      {facts.tax && (
        <p className="quiet small">
          {t('invoice.why.tax', {
            ...{ rate: formatPercent(facts.tax.rate_bp), net: formatRinggit(again.amount_sen) },
            amount: formatRinggit(again.tax_sen),
          })}{' '}
          {t(`invoice.why.tax_scope.${facts.tax.scope}`)}
        </p>
      )}
      {notes.map((note) => (
        <p className="quiet small" key={note}>
          {note}
        </p>
      ))}
      <p className="small">
        {again.agrees
          ? t('invoice.why.agrees')
          : t('invoice.why.differs', {
              ...{ again: formatRinggit(again.amount_sen), tax: formatRinggit(again.tax_sen) },
              ...{ written: formatRinggit(line.amount_sen), written_tax: formatRinggit(line.tax_sen) },
            })}
      </p>
    </details>
  )
}

/** Each session of a line that charges sessions: when it was, what kind, and whether it is charged. */
function SessionsCharged({ sessions }: Pick<ExplainedLine, 'sessions'>) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ul className="small">
      {sessions.map(({ held_on, starts, ends, kind, outcome, made_up_on, is_late }) => (
        <li key={`${held_on}${starts}${outcome}`}>
          {formatDate(held_on, locale)}, {formatClocks(starts, ends, locale)} ·{' '}
          {t(`invoice.why.session_kinds.${kind}`)} ·{' '}
          {made_up_on
            ? t('invoice.why.made_up', { on: formatDate(made_up_on, locale) })
            : t(`invoice.why.outcomes.${is_late ? 'late' : outcome}`)}
        </li>
      ))}
    </ul>
  )
}

function stepsOf({ facts, again, ...line }: ExplainedLine, t: TFunction, locale: Locale) {
  const { own, share, sessions } = facts
  const usual = line.price_since
    ? t('invoice.why.usual_since', { on: formatDate(line.price_since, locale) })
    : t('invoice.why.usual')
  const steps = [{ label: usual, sen: facts.usual_sen }]
  if (own) steps.push({ label: t('invoice.why.own'), sen: own.sen })
  if (share) {
    const { by, counted, of } = share
    const values = { from: formatDate(share.from, locale), counted, of }
    const label = share.until
      ? t(`invoice.why.share_${by}_until`, { ...values, until: formatDate(share.until, locale) })
      : t(`invoice.why.share_${by}`, values)
    steps.push({ label, sen: again.price_sen })
  }
  if (line.quantity_hundredths !== 100) {
    const values = {
      ...{ quantity: plainQuantity(line.quantity_hundredths), price: formatRinggit(again.price_sen) },
    }
    steps.push({
      label: t(sessions ? 'invoice.why.times_sessions' : 'invoice.why.times', values),
      sen: again.gross_sen,
    })
  }
  for (const [index, one] of facts.discounts.entries())
    steps.push({ label: `${index + 1}. ${ruleWords(one, t)}`, sen: -one.sen })
  return steps
}

/** A discount in words: `Sibling discount (SIB): 10%, child 2 of the family`. */
function ruleWords({ name, code, percent_bp, fixed_sen, child, sponsor }: GivenDiscount, t: TFunction) {
  const value = percent_bp === null ? formatRinggit(fixed_sen ?? 0) : formatPercent(percent_bp)
  const parts = [`${name} (${code}): ${value}`]
  if (child !== null) parts.push(t('invoice.why.child', { child }))
  if (sponsor) parts.push(t('invoice.why.sponsor', { sponsor }))
  return parts.join(', ')
}

function notesOf({ facts }: ExplainedLine, t: TFunction): string[] {
  const { own, discounts, capped } = facts
  return [
    ...(own?.reason ? [t('invoice.why.own_reason', { reason: own.reason })] : []),
    ...(capped ? [t('invoice.why.capped')] : []),
    ...discounts.flatMap(({ code, decided_by, reason }) => [
      ...(decided_by ? [t('invoice.why.decided_by', { code, name: decided_by })] : []),
      ...(reason ? [t('invoice.why.given_for', { code, reason })] : []),
    ]),
  ]
}
