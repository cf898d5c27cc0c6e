import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Notice as Told } from '#app/domain/einvoice/documents/compose-documents.ts'
import { mostOffered } from '#app/domain/einvoice/documents/find-candidates.ts'
import { explainFault } from '#app/domain/einvoice/faults/explain.ts'
import { correctionLink, type MayCorrect } from '#app/domain/einvoice/faults/mend-link.ts'
import type { Fault } from '#app/domain/einvoice/words.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { CheckboxGroup } from '#app/ui/core/form/fields.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { noticeWords } from './EInvoiceStanding.tsx'

interface SettingNoticeProps {
  setting: 'ready' | 'untested' | 'missing'
  isObliged: boolean
  maySetUp: boolean
}

/** What prevents submitting, with the page that removes it; or that nobody has to yet. */
export function SettingNotice({ setting, isObliged, maySetUp }: SettingNoticeProps) {
  const { t } = useTranslation()
  if (setting === 'ready')
    return isObliged ? null : (
      <Notice>
        <p>{t('einvoice.not_in_force')}</p>
      </Notice>
    )
  return (
    <Notice tone="warning">
      <p>{t(setting === 'missing' ? 'einvoice.not_set_up' : 'einvoice.not_validated')}</p>
      {maySetUp && (
        <p>
          <LinkButton href={paths.einvoiceSetting.index()}>
            {t(setting === 'missing' ? 'einvoice.set_up' : 'einvoice.test')}
          </LinkButton>
        </p>
      )}
    </Notice>
  )
}

interface CandidateSearchProps {
  q: string | undefined
  more: boolean
  /** How many one click would tick. */
  untickedCount: number
}

/** A search among what can be submitted, and a link that ticks all that it found. */
export function CandidateSearch({ q, more, untickedCount }: CandidateSearchProps) {
  const { t } = useTranslation()
  const all = `${paths.einvoice.new()}?${new URLSearchParams({ ...(q ? { q } : {}), all: '1' })}`
  return (
    <search>
      <form className="search">
        <div className="field find">
          <label htmlFor="q">{t('einvoice.find')}</label>
          <input type="search" id="q" name="q" defaultValue={q} maxLength={100} enterKeyHint="search" />
        </div>
        <button type="submit">{t('einvoice.show')}</button>
      </form>
      {more && <p className="quiet">{t('einvoice.more', { count: mostOffered })}</p>}
      {untickedCount > 1 && (
        <p>
          <a href={all}>{t('einvoice.tick_all', { count: untickedCount })}</a>
        </p>
      )}
    </search>
  )
}

interface Row {
  kind: 'invoice' | 'credit_note'
  id: string
  number: string
  student: string
  payer: string
  payer_id: string
  total_sen: number
  issued_on: string | null
  lacks: readonly Fault[]
  notices: readonly Told[]
  waits_for: string | null
}

interface CandidateFormProps {
  form: FormOf
  of: FieldOf
  rows: readonly Row[]
  /** The connection to the portal works. */
  ready: boolean
  single: boolean
  may: MayCorrect
}

/** Invoices and credit notes to tick, each with what lacks before it can be sent. */
export function CandidateForm({ form, of, rows, ready, single, may }: CandidateFormProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const lacking = rows.filter(({ lacks }) => lacks.length > 0)
  const only = single ? rows[0] : undefined
  if (rows.length === 0) return <p className="quiet">{t('einvoice.none_due')}</p>
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="einvoice" />
      {lacking.length > 0 && (
        <Notice tone="warning">
          <p>{t('einvoice.lacks', { count: lacking.length })}</p>
        </Notice>
      )}
      {only ? (
        <OnlyOne row={only} of={of} />
      ) : (
        <CheckboxGroup
          of={of}
          label={t('einvoice.choose')}
          options={rows.map((row) => ({
            value: sourceOf(row),
            label: labelOf(row, t, locale),
            hint: hintOf(row, t),
          }))}
        />
      )}
      {single && lacking[0] && <Corrections row={lacking[0]} may={may} />}
      {ready && (
        <div className="actions">
          <SubmitButton>{t('einvoice.submit')}</SubmitButton>
          <a href={paths.einvoice.list()}>{t('common.action.cancel')}</a>
        </div>
      )}
    </form>
  )
}

const sourceOf = ({ kind, id }: Row) => `${kind}:${id}`

/** Of one alone there is nothing to tick: what it is, and what becomes of it. */
function OnlyOne({ row, of }: { row: Row; of: FieldOf }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const hint = hintOf(row, t)
  return (
    <>
      <input type="hidden" name={`${of.name}[0]`} value={sourceOf(row)} />
      <Facts
        items={[
          { label: t(`einvoice.about.${row.kind}`), value: row.number },
          { label: t('einvoice.buyer'), value: row.payer },
          { label: t('einvoice.student'), value: row.student },
          { label: t('einvoice.total_sen'), value: formatRinggit(row.total_sen) },
          row.issued_on !== null && {
            label: t('einvoice.issued_on'),
            value: formatDate(row.issued_on, locale),
          },
        ]}
      />
      {hint && <p className="quiet">{hint}</p>}
    </>
  )
}

function labelOf(row: Row, t: TFunction, locale: Locale): string {
  const kind = row.kind === 'credit_note' ? `${t('einvoice.about.credit_note')} ` : ''
  return [
    `${kind}${row.number}`,
    row.student,
    formatRinggit(row.total_sen),
    row.issued_on && formatDate(row.issued_on, locale),
  ]
    .filter(Boolean)
    .join(' · ')
}

function hintOf({ lacks, notices, waits_for }: Row, t: TFunction): string | undefined {
  const words = [
    ...(waits_for ? [t('einvoice.retry_hint.waits', { number: waits_for })] : []),
    ...(lacks.length > 0 ? [t('einvoice.lack', { what: whatLacks(lacks, t) })] : []),
    ...notices.map((one) => noticeWords(one, t)),
  ]
  return words.length > 0 ? words.join(' ') : undefined
}

/** The fields to correct, each once, such as `the parent’s TIN, the parent’s address`. */
function whatLacks(faults: readonly Fault[], t: TFunction): string {
  const fields = faults.map((fault) => explainFault(fault).field ?? 'document.structure')
  return [...new Set(fields)]
    .map((field) => t(`einvoice_fault.fields.${field}` as 'einvoice_fault.fields.buyer.tin'))
    .join(', ')
}

/** Of the only one: what is wrong in full sentences, each with the page that corrects it. */
function Corrections({ row, may }: { row: Row; may: MayCorrect }) {
  const { t } = useTranslation()
  const about = {
    parent_id: row.payer_id,
    invoice_id: row.kind === 'invoice' ? row.id : null,
    credit_note_id: row.kind === 'credit_note' ? row.id : null,
  }
  return (
    <ul>
      {[...new Map(row.lacks.map((fault) => [explainFault(fault).key, fault])).values()].map((fault) => {
        const { key, field } = explainFault(fault)
        const href = field && correctionLink(field, about, may)
        return (
          <li key={key}>
            {t(`einvoice_fault.said.${key}` as 'einvoice_fault.said.unknown')}{' '}
            {href && <a href={href}>{t('einvoice.faults.correct')}</a>}
          </li>
        )
      })}
    </ul>
  )
}
