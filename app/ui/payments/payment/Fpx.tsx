import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { SelectField } from '#app/ui/core/form/fields.tsx'
import { AmountHeader } from '#app/ui/core/page/Amount.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export interface BanksOffered {
  choices: readonly { code: string; name: string; online: boolean }[]
  /** When FPX last said which of them are there. */
  fetched_at: Date | string | null
  stale: boolean
}

/** PayNet's list of banks: those that are offline stay in it, marked, and cannot be chosen. */
export function BankField({ of, banks }: { of: FieldOf; banks: BanksOffered }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { choices, fetched_at, stale } = banks
  const time = fetched_at && formatInstant(fetched_at, locale)
  return (
    <SelectField
      of={of}
      label={t('fpx.bank.label')}
      optional={false}
      blank={t('fpx.bank.select')}
      hint={t(stale ? 'fpx.bank.stale' : 'fpx.bank.checked', { time })}
      options={choices.map(({ code, name, online }) => ({
        value: code,
        label: online ? name : t('fpx.bank.offline', { name }),
        disabled: !online,
      }))}
    />
  )
}

/** That who goes on accepts FPX's terms, which open in a window of their own, as PayNet asks. */
export function FpxTerms({ url }: { url: string | null }) {
  const { t } = useTranslation()
  return (
    <p className="small">
      <FpxMark /> {t('fpx.terms')}{' '}
      {url && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('fpx.terms_link')}
        </a>
      )}{' '}
      <a href={paths.help_page.paper('legal', 'fpx-terms')} target="_blank" rel="noopener">
        {t('fpx.our_terms')}
      </a>
    </p>
  )
}

/** What is paid by which bank, before the payer leaves for it. */
export function DoorHeader({
  of: { amount_sen, bank_name: bank, order_no },
  what = '',
}: {
  of: { amount_sen: number; bank_name: string | null; order_no: string }
  /** What is paid, in the reader's words; empty where the page does not know it. */
  what?: string
}) {
  const { t } = useTranslation()
  const order = t('payment.go.about', { bank, order_no })
  return (
    <AmountHeader
      about={what || order}
      {...(what ? { number: order } : {})}
      label={t('payment.go.label')}
      sen={amount_sen}
    />
  )
}

/** The signed request, which the payer's browser sends to FPX with one press. */
export function BankDoor({
  action,
  fields,
  bank,
}: {
  action: string
  fields: Readonly<Record<string, string>>
  bank: string | null
}) {
  const { t } = useTranslation()
  return (
    <>
      <form method="post" action={action} className="fields">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{t('fpx.leaving_hint')}</p>
        <SubmitButton>{t('payment.go.continue', { bank })}</SubmitButton>
      </form>
      <p className="quiet small">{t('payment.go.after')}</p>
      <FpxMark />
    </>
  )
}

/** The mark of FPX, which PayNet wants to see wherever a payer chooses a bank. To be replaced by PayNet's own artwork. */
function FpxMark() {
  return (
    <svg viewBox="0 0 56 24" width="56" height="24" role="img" aria-label="FPX">
      <rect width="56" height="24" rx="4" fill="#00529b" />
      <path
        d="M8 6h10v3h-6.5v2.2h5.8v2.9h-5.8V18H8zm13 0h6.4c3 0 4.6 1.6 4.6 4s-1.600 4-4.600 4h-2.900v4H21zm3.500 2.900v2.300h2.300c.9 0 1.400-.4 1.400-1.100s-.5-1.200-1.400-1.200zM33 6h4.200l2.200 3.600L41.700 6h4l-4.200 6 4.300 6h-4.200l-2.300-3.700-2.400 3.700h-4l4.400-6z"
        fill="#fff"
      />
    </svg>
  )
}
