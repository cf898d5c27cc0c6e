import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeCategoryOptions } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { feeTypeFacts, feeTypeForm } from '#app/domain/catalogue/fee-types/fee-type.ts'
import { feeType, feeTypes } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { plainRinggit } from '#app/domain/core/money.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import {
  CheckboxField,
  FieldRow,
  MoneyField,
  optionsOf,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { TranslatedField } from '#app/ui/core/form/TranslatedField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed fee type, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'fee_type.edit', title: 'fee_type.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, form_key } = await openForm(args, 'fee_type', feeType)
  const categories = await feeCategoryOptions(await args.context.read(), row?.fee_category_id)
  return { row, categories, form_key }
}

export const action = (args: ActionFunctionArgs) => submitRow(args, feeTypes)

export default function EditFeeType() {
  const { row, categories, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const amount = { default_amount_sen: plainRinggit(row?.default_amount_sen ?? 0) }
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(feeTypeForm, lastResult, { ...(row ?? { form_key }), ...amount })
  return (
    <ResourceEditPage
      noun="fee_type"
      row={row}
      form={form}
      fields={fields}
      facts={row && feeTypeFacts(row, t)}
    >
      <TextField of={fields.code} label={t('fee_type.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('fee_type.name')} />
      <TranslatedField of={fields} field="name" words="fee_type" />
      <SelectField
        of={fields.fee_category_id}
        label={t('fee_type.fee_category_id')}
        options={optionsOf(categories)}
      />
      <FieldRow>
        <MoneyField
          of={fields.default_amount_sen}
          label={t('fee_type.default_amount_sen')}
          hint={t('fee_type.default_amount_sen_hint')}
        />
        <TextField
          of={fields.gl_code}
          label={t('fee_type.gl_code')}
          hint={t('fee_type.gl_code_hint')}
          width="short"
        />
      </FieldRow>
      <CheckboxField of={fields.taxable} label={t('fee_type.taxable')} hint={t('fee_type.taxable_hint')} />
      <CheckboxField
        of={fields.refundable}
        label={t('fee_type.refundable')}
        hint={t('fee_type.refundable_hint')}
      />
    </ResourceEditPage>
  )
}
