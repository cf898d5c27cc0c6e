import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  optionMethods,
  paymentOptionFacts,
  paymentOptionForm,
} from '#app/domain/catalogue/payment-options/payment-option.ts'
import { paymentOption, paymentOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { typedAmounts } from '#app/domain/core/money.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import {
  CheckboxField,
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { TranslatedField } from '#app/ui/core/form/TranslatedField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed way to pay, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'payment_option.edit', title: 'payment_option.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openForm(args, 'payment_option', paymentOption)

export const action = (args: ActionFunctionArgs) => submitRow(args, paymentOptions)

export default function EditPaymentOption() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const fresh = { method: 'bank_transfer', sort_order: 0, form_key }
  const [form, fields] = useFormOf(
    paymentOptionForm,
    useActionData<typeof action>(),
    row ? typedAmounts(row, ['min_sen', 'max_sen']) : fresh,
  )
  const methods = row ? optionMethods.filter((method) => method === row.method) : optionMethods
  return (
    <ResourceEditPage
      noun="payment_option"
      row={row}
      form={form}
      fields={fields}
      facts={row && paymentOptionFacts(row, t)}
    >
      <FieldRow>
        <TextField
          of={fields.code}
          label={t('payment_option.code')}
          width="short"
          autoCapitalize="characters"
        />
        <SelectField
          of={fields.method}
          label={t('payment_option.method')}
          blank={false}
          options={methods.map((value) => ({ value, label: t(`payment_option.methods.${value}`) }))}
        />
      </FieldRow>
      <TextField of={fields.name} label={t('payment_option.name')} hint={t('payment_option.name_hint')} />
      <TranslatedField of={fields} field="name" words="payment_option" />
      <TextArea
        of={fields.instructions}
        label={t('payment_option.instructions')}
        hint={t('payment_option.instructions_hint')}
        rows={4}
      />
      <TranslatedField of={fields} field="instructions" words="payment_option" lines={4} />
      <FieldRow>
        <MoneyField
          of={fields.min_sen}
          label={t('payment_option.min_sen')}
          hint={t('payment_option.limits_hint')}
        />
        <MoneyField of={fields.max_sen} label={t('payment_option.max_sen')} />
      </FieldRow>
      <CheckboxField
        of={fields.needs_slip}
        label={t('payment_option.needs_slip')}
        hint={t('payment_option.needs_slip_hint')}
      />
      <NumberField
        of={fields.sort_order}
        label={t('payment_option.sort_order')}
        hint={t('payment_option.sort_order_hint')}
      />
    </ResourceEditPage>
  )
}
