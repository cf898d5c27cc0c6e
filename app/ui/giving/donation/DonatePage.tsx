import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'
import { donateForm } from '#app/domain/giving/donations/donation.ts'
import { giverIdentityTypes } from '#app/domain/giving/donations/giver-identity.ts'
import type { Way } from '#app/domain/payments/payments/payment.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import {
  CheckboxField,
  HiddenField,
  MoneyField,
  NumberField,
  RadioGroup,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { IdentityFields } from '#app/ui/core/form/IdentityFields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { BankField, type BanksOffered, FpxTerms } from '#app/ui/payments/payment/Fpx.tsx'
import { PayerEmail } from '#app/ui/payments/payment/PayerFields.tsx'
import { Ways } from '#app/ui/payments/payment/Ways.tsx'
import { Goal, type GoalOf, limitsText } from './Goal.tsx'

interface DonatePageProps {
  kind: GivingKind
  type: {
    id: string
    code: string
    name: string
    suggested_sen: readonly number[]
    rate_sen: number | null
    deductible: boolean
    min_sen: number | null
    max_sen: number | null
    goal: GoalOf | null
  }
  /** By whose appointment zakat is taken. */
  authority: string | null
  payer: { buyer_name: string; buyer_email: string | null } | null
  way: Way
  ways: readonly Way[]
  fee_sen: number
  /** Money of nobody, for who sets CHIP up. */
  trial: boolean
  /** Null where no bank is chosen here. */
  bank: (BanksOffered & { terms_url: string | null }) | null
  paused: boolean
  form_key: string
  answer: Parameters<typeof useFormOf>[1]
}

/** How much, from whom, and by which bank. */
export function DonatePage(props: DonatePageProps) {
  const { kind, type, authority, way, ways, bank, trial, paused } = props
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <header className="lead">
        <p className="quiet">{t(`donation.give.${kind}`)}</p>
        <h1>{type.name}</h1>
        {authority && <p className="quiet small">{t('donation.by_authority', { authority })}</p>}
      </header>
      {type.goal && <Goal goal={type.goal} />}
      <Ways
        way={way}
        ways={ways}
        limits={!limitsText(type, t)}
        hrefOf={(one) => paths[kind].pay(type.code, one)}
      />
      {trial && (
        <Notice tone="warning">
          <p>{t('chip.trial')}</p>
        </Notice>
      )}
      {paused || bank?.choices.length === 0 ? (
        <Notice tone="error">
          <p>{t(paused ? 'refusal.payment.gateway_paused' : 'fpx.bank.none')}</p>
        </Notice>
      ) : (
        <DonateForm {...props} />
      )}
      <p>
        <a href={paths[kind].open()}>{t('donation.see_all')}</a>
      </p>
    </NarrowFrame>
  )
}

function DonateForm(props: DonatePageProps) {
  const { kind, type, payer, way, fee_sen, bank, form_key, answer } = props
  const { t } = useTranslation()
  const [form, fields] = useFormOf(donateForm, answer, {
    ...{ type: type.id, model: way, form_key, identity_type: 'nric' },
    donor_name: payer?.buyer_name,
    buyer_email: payer?.buyer_email,
  })
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="donation" />
      {type.rate_sen === null ? (
        <>
          {type.suggested_sen.length > 0 && (
            <RadioGroup
              of={fields.suggested}
              label={t('donation.suggested')}
              optional={false}
              options={type.suggested_sen.map((sen) => ({
                value: plainRinggit(sen),
                label: formatRinggit(sen),
              }))}
            />
          )}
          <MoneyField
            of={fields.amount}
            label={t(type.suggested_sen.length > 0 ? 'donation.other_amount' : 'donation.amount')}
            hint={limitsText(type, t)}
            optional={type.suggested_sen.length > 0}
          />
        </>
      ) : (
        <NumberField
          of={fields.persons}
          label={t('donation.persons')}
          hint={t('donation.persons_hint', { amount: formatRinggit(type.rate_sen) })}
          optional={false}
        />
      )}
      <TextField
        of={fields.donor_name}
        label={t('donation.donor_name')}
        autoComplete="name"
        autoCapitalize="words"
        optional={false}
      />
      <CheckboxField
        of={fields.anonymous}
        label={t('donation.be_anonymous')}
        hint={[t('donation.anonymous_hint'), type.deductible && t('donation.anonymous_no_deduction')]
          .filter(Boolean)
          .join(' ')}
      />
      {type.deductible && (
        <IdentityFields
          of={fields}
          noun="donation"
          types={giverIdentityTypes}
          hint={t('donation.identity_hint')}
        />
      )}
      <PayerEmail of={fields.buyer_email} />
      <TextArea of={fields.message} label={t('donation.message')} rows={2} />
      {kind === 'zakat' && (
        <CheckboxField of={fields.intention} label={t('donation.niat')} hint={t('donation.niat_hint')} />
      )}
      {fee_sen > 0 && (
        <CheckboxField
          of={fields.cover_fee}
          label={t('donation.cover_fee', { amount: formatRinggit(fee_sen) })}
          hint={t(`donation.cover_fee_hint.${kind}`)}
        />
      )}
      {bank && <BankField of={fields.bank} banks={bank} />}
      <HiddenField of={fields.type} />
      <HiddenField of={fields.model} />
      <HiddenField of={fields.form_key} />
      <SubmitButton>{t('donation.submit')}</SubmitButton>
      {bank && <FpxTerms url={bank.terms_url} />}
    </form>
  )
}
