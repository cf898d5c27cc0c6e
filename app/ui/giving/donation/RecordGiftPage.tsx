import { useTranslation } from 'react-i18next'
import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { recordGiftForm } from '#app/domain/giving/donations/donation.ts'
import { giverIdentityTypes } from '#app/domain/giving/donations/giver-identity.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import {
  CheckboxField,
  DateField,
  FieldRow,
  HiddenField,
  MoneyField,
  NumberField,
  optionsOf,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { IdentityFields } from '#app/ui/core/form/IdentityFields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { MethodField, ReferenceFields } from '#app/ui/payments/payment/TakenFields.tsx'

interface RecordGiftPageProps {
  kind: GivingKind
  types: readonly { id: string; name: string; rate_sen: number | null; deductible: boolean }[]
  chosen: string | null
  branches: readonly { id: string; name: string }[]
  today: string
  earliest: string
  form_key: string
  answer: Parameters<typeof useFormOf>[1]
}

/** A gift that was brought to the office. */
export function RecordGiftPage(props: RecordGiftPageProps) {
  const { kind, types, chosen, branches, today, earliest, form_key, answer } = props
  const { t } = useTranslation()
  const [form, fields] = useFormOf(recordGiftForm, answer, {
    ...{ method: 'cash', paid_on: today, type: chosen, form_key, identity_type: 'nric' },
    branch_id: branches[0]?.id,
  })
  const back = { label: t(`donation.of.${kind}`), href: paths[kind].list() }
  if (types.length === 0) {
    return (
      <ViewPage title={t('donation.record')} back={back}>
        <Notice tone="warning">
          <p>{t(`donation.none_open.${kind}`)}</p>
        </Notice>
      </ViewPage>
    )
  }
  const named: Record<string, string> = {
    type: t(`donation.type_of.${kind}`),
    donor_name: t('donation.donor'),
  }
  const byPerson = types.filter(({ rate_sen }) => rate_sen !== null)
  const deductible = types.filter((type) => type.deductible).map(({ name }) => name)
  return (
    <EditPage
      title={t('donation.record')}
      subtitle={back.label}
      back={back}
      form={form}
      noun="donation"
      nameOf={(field) => named[field]}
      submit={t('donation.record_submit')}
    >
      <SelectField of={fields.type} label={t(`donation.type_of.${kind}`)} options={optionsOf(types)} />
      <FieldRow>
        {byPerson.length < types.length && (
          <MoneyField of={fields.amount} label={t('donation.amount')} optional={byPerson.length > 0} />
        )}
        {byPerson.length > 0 && (
          <NumberField
            of={fields.persons}
            label={t('donation.persons')}
            hint={byPerson
              .map(({ name, rate_sen }) => `${name}: ${formatRinggit(rate_sen ?? 0)}`)
              .join(' · ')}
          />
        )}
        <DateField of={fields.paid_on} label={t('donation.given_on')} min={earliest} max={today} />
      </FieldRow>
      <MethodField of={fields.method} />
      <ReferenceFields fields={fields} hint={t('payment.record.reference_hint')} />
      {branches.length > 1 && (
        <SelectField
          of={fields.branch_id}
          label={t('payment.branch')}
          blank={false}
          options={optionsOf(branches)}
        />
      )}
      {branches.length <= 1 && <HiddenField of={fields.branch_id} />}
      <TextField of={fields.donor_name} label={t('donation.donor')} autoComplete="off" optional={false} />
      <CheckboxField of={fields.anonymous} label={t('donation.is_anonymous')} />
      {deductible.length > 0 && (
        <IdentityFields
          of={fields}
          noun="donation"
          types={giverIdentityTypes}
          hint={t('donation.identity_record_hint', { names: deductible.join(', ') })}
        />
      )}
      <TextField
        of={fields.donor_email}
        label={t('payment.buyer_email')}
        hint={t('payment.buyer_email_hint')}
        type="email"
        autoComplete="off"
      />
      <TextArea of={fields.message} label={t('donation.message')} rows={2} />
      {kind === 'zakat' && (
        <CheckboxField
          of={fields.intention}
          label={t('donation.niat_heard')}
          hint={t('donation.niat_hint')}
        />
      )}
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
