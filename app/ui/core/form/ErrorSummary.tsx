import { useTranslation } from 'react-i18next'
import { WhyThis } from '#app/ui/core/feedback/WhatIsThis.tsx'
import { BlockerLinks } from '#app/ui/core/undo/BlockerLinks.tsx'
import { useSentence, valuesOf } from './control.ts'

/** What the summary needs of conform's `FormMetadata`. */
export interface FormOf {
  id: string
  /** Codes that concern the whole form. */
  errors?: readonly string[] | undefined
  /** Codes by field name; the form's own have the empty name. */
  allErrors?: Record<string, readonly string[]> | undefined
}

interface ErrorSummaryProps {
  form: FormOf
  /** Group of the language files with the labels: the field `due_on` of `invoice` is `invoice.due_on` (`labelKeys`). */
  noun: string
  /** Names a field where the noun's group has no label for it. */
  nameOf?: ((field: string) => string | undefined) | undefined
}

/** All that is wrong with a form, at its top, each line a link to its field. */
export function ErrorSummary({ form, noun, nameOf }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const fields = Object.entries(form.allErrors ?? {}).filter(([name, codes]) => name && codes.length > 0)
  const own = form.errors ?? []
  const count = own.length + fields.length
  if (count === 0) return null
  return (
    // The page opens on it: without a script, this is how a screen reader hears of the errors first.
    // biome-ignore lint/a11y/noAutofocus: the reason above
    <div className="notice error summary" role="alert" tabIndex={-1} autoFocus>
      <h2>{t('common.error_summary', { count })}</h2>
      {own.map((code) => (
        <p key={code}>
          {sentence(code)} {hrefOf(code) && <a href={hrefOf(code)}>{t('common.already_sent_open')}</a>}
          <BlockerLinks packed={valuesOf(code).blockers} /> <WhyThis errors={[code]} />
        </p>
      ))}
      {fields.length > 0 && (
        <ul className="errors">
          {fields.map(([name, codes]) => (
            <li key={name}>
              <a href={`#${form.id}-${name}`}>
                {labelOf(name)}
                {codes.map((code) => sentence(code)).join(' ')}
              </a>
              {codes.map((code) => (
                <BlockerLinks key={code} packed={valuesOf(code).blockers} />
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )

  /** A field without a label is named by its sentence alone. */
  function labelOf(name: string) {
    const label = nameOf?.(name) ?? String(t(labelKeys(noun, name), { defaultValue: '' }))
    return label && `${label}: `
  }
}

/** Where the first answer of a form led that was sent again with other content (`form.already_sent`). */
function hrefOf(code: string): string | undefined {
  if (!code.startsWith('form.already_sent|')) return undefined
  const { href } = valuesOf(code)
  return typeof href === 'string' && href.startsWith('/') ? href : undefined
}

/** Labels whose key differs from the field: of one noun, or of any form with this field. */
const elsewhere: Readonly<Record<string, string>> = {
  'bank_change.bank_code': 'bank_change.bank_name',
  'donation.buyer_email': 'payment.buyer_email',
  'donation.donor_email': 'payment.buyer_email',
  'donation.paid_on': 'donation.given_on',
  'family.family_code': 'family.join_code',
  'pay_sheet.decision_reason': 'pay_sheet.reason',
  'payout.why': 'common.field.reason',
  'registration.bank_code': 'registration.bank_name',
  'registration.organisation_type': 'registration.type',
  'revenue.cost_sen': 'revenue.bank_cost',
  'registration_form.of': 'registration_form.asked_of',
  'rollover.reason': 'rollover.undo_reason',
  'setting.year.academic_year_start_month': 'setting.year.month',
  bank: 'fpx.bank.label',
  early_reason: 'payment.early_reason',
  max_sen: 'donation.max_sen',
  method: 'payment.method',
  min_sen: 'donation.min_sen',
  payer_name: 'payment.payer',
  reference_no: 'payment.reference_no',
}

/**
 * Where the label of a field may be found, the likeliest first. `items[2].price_sen` is called by its last part, and what is
 * chosen by its id as the thing itself: `package_id` is `subscription.package`.
 */
export function labelKeys(noun: string, name: string): string[] {
  const field = name.replace(/\[\d+\]$/, '').replace(/^.*\./, '')
  const chosen = field.replace(/_id$/, '')
  const own = elsewhere[`${noun}.${field}`]
  const any = elsewhere[field]
  return [
    ...(own ? [own] : []),
    ...[`${noun}.${field}`, `${noun}.${chosen}`, `common.field.${field}`, `common.field.${chosen}`],
    ...(any ? [any] : []),
  ]
}
