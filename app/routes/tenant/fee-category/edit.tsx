import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeCategories, feeCategory } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import {
  einvoiceClassifications,
  feeCategoryFacts,
  feeCategoryForm,
  feeKinds,
} from '#app/domain/catalogue/fee-categories/fee-category.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { CheckboxField, FieldRow, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed fee category, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'fee_category.edit', title: 'fee_category.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openForm(args, 'fee_category', feeCategory)

export const action = (args: ActionFunctionArgs) => submitRow(args, feeCategories)

export default function EditFeeCategory() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const begun = { kind: 'tuition', einvoice_classification: '010', form_key }
  const [form, fields] = useFormOf(feeCategoryForm, useActionData<typeof action>(), row ?? begun)
  return (
    <ResourceEditPage
      noun="fee_category"
      row={row}
      form={form}
      fields={fields}
      facts={row && feeCategoryFacts(row, t)}
    >
      <FieldRow>
        <TextField
          of={fields.code}
          label={t('fee_category.code')}
          width="short"
          autoCapitalize="characters"
        />
        <SelectField
          of={fields.kind}
          label={t('fee_category.kind')}
          hint={t('fee_category.kind_hint')}
          blank={false}
          options={feeKinds.map((value) => ({ value, label: t(`fee_category.kinds.${value}`) }))}
        />
      </FieldRow>
      <TextField of={fields.name} label={t('fee_category.name')} />
      <SelectField
        of={fields.einvoice_classification}
        label={t('fee_category.einvoice_classification')}
        hint={t('fee_category.einvoice_classification_hint')}
        blank={false}
        options={einvoiceClassifications.map((value) => ({
          value,
          label: t(`fee_category.einvoice_classifications.${value}`),
        }))}
      />
      <CheckboxField
        of={fields.discountable}
        label={t('fee_category.discountable')}
        hint={t('fee_category.discountable_hint')}
      />
    </ResourceEditPage>
  )
}
