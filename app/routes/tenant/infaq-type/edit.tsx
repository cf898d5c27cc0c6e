import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { typedAmounts } from '#app/domain/core/money.ts'
import {
  infaqType,
  infaqTypeFacts,
  infaqTypeForm,
  infaqTypes,
} from '#app/domain/giving/donation-types/infaq-types.ts'
import { typedSuggestions } from '#app/domain/giving/donation-types/type-fields.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { DateField, FieldRow, Fieldset, MoneyField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { TranslatedField } from '#app/ui/core/form/TranslatedField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The page of a changed type, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'infaq_type.edit', title: 'infaq_type.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openForm(args, 'infaq_type', infaqType)

export const action = (args: ActionFunctionArgs) => submitRow(args, infaqTypes)

export default function EditInfaqType() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const typed = row && {
    ...typedAmounts(row, ['target_sen', 'min_sen', 'max_sen']),
    suggested_sen: typedSuggestions(row.suggested_sen),
  }
  const [form, fields] = useFormOf(infaqTypeForm, useActionData<typeof action>(), typed ?? { form_key })
  return (
    <ResourceEditPage
      noun="infaq_type"
      row={row}
      form={form}
      fields={fields}
      facts={row && infaqTypeFacts(row, t, locale)}
    >
      <TextField of={fields.code} label={t('infaq_type.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('infaq_type.name')} />
      <TranslatedField of={fields} field="name" words="infaq_type" />
      <TextArea of={fields.description} label={t('infaq_type.description')} rows={4} />
      <TranslatedField of={fields} field="description" words="infaq_type" lines={4} />
      <TextField
        of={fields.suggested_sen}
        label={t('infaq_type.suggested_sen')}
        hint={t('donation.suggested_hint')}
        autoComplete="off"
      />
      <FieldRow>
        <MoneyField of={fields.min_sen} label={t('donation.min_sen')} hint={t('donation.min_sen_hint')} />
        <MoneyField of={fields.max_sen} label={t('donation.max_sen')} hint={t('donation.max_sen_hint')} />
      </FieldRow>
      <MoneyField
        of={fields.target_sen}
        label={t('infaq_type.target_sen')}
        hint={t('infaq_type.target_sen_hint')}
      />
      <FieldRow>
        <DateField of={fields.opens_on} label={t('infaq_type.opens_on')} />
        <DateField of={fields.closes_on} label={t('infaq_type.closes_on')} />
      </FieldRow>
      <Fieldset legend={t('infaq_type.tax')} hint={t('infaq_type.tax_hint')}>
        <TextField of={fields.tax_approval_no} label={t('infaq_type.tax_approval_no')} autoComplete="off" />
        <FieldRow>
          <DateField of={fields.tax_from} label={t('infaq_type.tax_from')} />
          <DateField of={fields.tax_to} label={t('infaq_type.tax_to')} />
        </FieldRow>
      </Fieldset>
    </ResourceEditPage>
  )
}
