import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import type { Words } from '#app/domain/core/facts.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatPercent, formatRinggit } from '#app/domain/core/money.ts'
import type { RolloverCounts, RolloverRecord } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import type { Problem } from '#app/domain/enrolment/rollovers/rollover.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { RolloverPageData } from '#app/server/rollovers/rollover-page.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { type Tone, toneOf as usualTone } from '#app/ui/core/feedback/tones.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { type Fact, Figures } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type RolloverNoticesProps = Pick<RolloverPageData, 'blocking' | 'warnings' | 'may'> & {
  record: Pick<
    RolloverPageData['record'],
    'changes' | 'error_code' | 'status' | 'stayed' | 'undoable' | 'bills_from'
  >
}

/** Notices before the next step: differences, problems, and what an undo left. */
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

interface RolloverFiguresProps {
  record: { id: string; share_bp: number }
  counts: RolloverCounts
}

/** Counts of seats and of changed family bills, linked to their lists. */
export function RolloverFigures({ record: { id, share_bp }, counts }: RolloverFiguresProps) {
  const { t } = useTranslation()
  const { families } = counts
  const seats = (act: 'promote' | 'carry' | 'end') => ({
    label: t(`rollover.figures.${act}`),
    value: formatCount(counts[act]),
    href: paths.rollover.seats(id, { act }),
  })
  return (
    <Figures
      items={[
        seats('promote'),
        seats('carry'),
        seats('end'),
        {
          label: t('rollover.figures.families'),
          value: formatRinggit(families.after_sen),
          hint: t('rollover.was', { amount: formatRinggit(families.before_sen) }),
          href: paths.rollover.families(id),
        },
        {
          label: t('rollover.figures.over', { share: formatPercent(share_bp) }),
          value: formatCount(families.over),
          hint: t('rollover.families_count', { count: families.count }),
          href: paths.rollover.families(id, { over: 'yes' }),
        },
        {
          label: t('rollover.figures.prices'),
          value: formatCount(counts.prices),
          href: paths.rollover.classes(id),
        },
        {
          label: t('rollover.figures.discounts'),
          value: formatCount(counts.discountsCarried),
          hint: t('rollover.figures.discounts_ended', { count: counts.discountsEnded }),
        },
      ]}
    />
  )
}

type RolloverActionsProps = Pick<RolloverPageData, 'counts' | 'may'> & {
  record: { id: string; version: number; bills_from: string; status: string }
}

/** Buttons for the next steps of a rollover. */
export function RolloverActions({ record, counts, may }: RolloverActionsProps) {
  const { id, version, bills_from, status } = record
  const { t } = useTranslation()
  const { locale } = usePage()
  const fields = { version: String(version) }
  const isPlanning = status === 'planning'
  return (
    <>
      {may.run && counts && (
        <ConfirmButton
          label={t('rollover.run')}
          text={t('rollover.run_text', {
            ...{ promote: formatCount(counts.promote), end: formatCount(counts.end) },
            ...{ prices: formatCount(counts.prices), month: formatMonth(bills_from.slice(0, 7), locale) },
          })}
          action={paths.rollover.run(id)}
          confirm={t('rollover.run_confirm')}
          fields={fields}
        />
      )}
      {may.change && (
        <>
          <PostButton
            action={paths.rollover.preview(id)}
            look={isPlanning ? 'primary' : 'plain'}
            fields={fields}
          >
            {t(isPlanning ? 'rollover.make_preview' : 'rollover.again')}
          </PostButton>
          <LinkButton href={paths.rollover.discounts(id)}>{t('rollover.to_discounts')}</LinkButton>
          <LinkButton href={paths.rollover.edit(id)}>{t('rollover.edit')}</LinkButton>
          <ConfirmButton
            label={t('common.action.remove')}
            text={t('rollover.remove_text')}
            action={paths.rollover.remove(id)}
            confirm={t('rollover.remove_confirm')}
            fields={fields}
          />
        </>
      )}
      {may.undo && <LinkButton href={paths.rollover.undo(id)}>{t('rollover.undo')}</LinkButton>}
    </>
  )
}

/** Status badge of a rollover. */
export function RolloverStatus({ status }: { status: string }) {
  return <StatusBadge status={status} words="rollover.statuses" tone={toneOf(status)} />
}

/** A plan and a preview need action. */
const toneOf = (status: string): Tone =>
  status === 'planning' || status === 'previewed'
    ? 'open'
    : status === 'previewing'
      ? 'wait'
      : usualTone(status)

/** The record, or its serialised form on a page. */
type ShownRecord = {
  [K in keyof RolloverRecord]: Date extends RolloverRecord[K] ? Instant : RolloverRecord[K]
}
type Instant = Date | string | null

/** Input and history of a rollover. */
export function rolloverFacts(row: ShownRecord, t: Words, locale: Locale): (Fact | false)[] {
  const by = (name: string | null, at: Instant) =>
    [name, at && formatInstant(at, locale)].filter(Boolean).join(', ')
  const percent = row.percent_bp === 0 ? null : formatPercent(row.percent_bp)
  return [
    { label: t('rollover.ends_on'), value: formatDate(row.ends_on, locale) },
    { label: t('rollover.starts_on'), value: formatDate(row.starts_on, locale) },
    { label: t('rollover.bills_from'), value: formatMonth(row.bills_from.slice(0, 7), locale) },
    { label: t('rollover.percent_bp'), value: percent },
    { label: t('rollover.step_sen'), value: percent && formatRinggit(row.step_sen) },
    { label: t('rollover.keeps_own_fees'), value: t(row.keeps_own_fees ? 'common.yes' : 'common.no') },
    { label: t('rollover.share_bp'), value: formatPercent(row.share_bp) },
    { label: t('rollover.by'), value: by(row.by, row.created_at) },
    row.run_at !== null && { label: t('rollover.run_at'), value: by(row.run_by_name, row.run_at) },
    row.undone_at !== null && {
      label: t('rollover.undone_at'),
      value: by(row.undone_by_name, row.undone_at),
    },
    row.undo_reason !== null && { label: t('rollover.undo_reason'), value: row.undo_reason, wide: true },
  ]
}
