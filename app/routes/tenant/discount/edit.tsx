import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  discountFacts,
  discountForm,
  discountMethods,
  discountTypes,
  typedInDiscount,
} from '#app/domain/catalogue/discounts/discount.ts'
import { discount, discounts } from '#app/domain/catalogue/discounts/discounts.ts'
import { feeCategoryOptions } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { typedAmounts } from '#app/domain/core/money.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import {
  CheckboxField,
  CheckboxGroup,
  DateField,
  FieldRow,
  Fieldset,
  MoneyField,
  NumberField,
  optionsOf,
  PercentField,
  RadioGroup,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The page of a changed discount, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'discount.edit', title: 'discount.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, form_key } = await openForm(args, 'discount', discount)
  const categories = await feeCategoryOptions(await args.context.read(), row?.fee_category_ids)
  return { row, categories, form_key }
}

export const action = (args: ActionFunctionArgs) => submitRow(args, discounts)

export default function EditDiscount() {
  const { row, categories, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const fresh = { type: 'manual', method: 'percent', stackable: true, priority: 0, form_key }
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(discountForm, lastResult, row ? typedAmounts(row, typedInDiscount) : fresh)
  return (
    <ResourceEditPage
      noun="discount"
      row={row}
      form={form}
      fields={fields}
      facts={row && discountFacts(row, t, locale)}
    >
      <TextField of={fields.code} label={t('discount.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('discount.name')} />
      <SelectField
        of={fields.type}
        label={t('discount.type')}
        hint={t('discount.type_hint')}
        blank={false}
        options={discountTypes.map((value) => ({ value, label: t(`discount.types.${value}`) }))}
      />
      <Fieldset legend={t('discount.value')}>
        <RadioGroup
          of={fields.method}
          label={t('discount.method')}
          options={discountMethods.map((value) => ({ value, label: t(`discount.methods.${value}`) }))}
        />
        <FieldRow>
          <PercentField of={fields.percent_bp} label={t('discount.percent_bp')} />
          <MoneyField of={fields.amount_sen} label={t('discount.amount_sen')} />
        </FieldRow>
        <MoneyField
          of={fields.max_amount_sen}
          label={t('discount.max_amount_sen')}
          hint={t('discount.max_amount_sen_hint')}
        />
      </Fieldset>
      <Fieldset legend={t('discount.types.sibling')} hint={t('discount.sibling_hint')}>
        <FieldRow>
          <PercentField of={fields.second_child_bp} label={t('discount.second_child_bp')} />
          <PercentField of={fields.third_child_bp} label={t('discount.third_child_bp')} />
          <PercentField of={fields.fourth_child_bp} label={t('discount.fourth_child_bp')} />
        </FieldRow>
      </Fieldset>
      <Fieldset legend={t('discount.conditions')}>
        <FieldRow>
          <NumberField
            of={fields.days_early}
            label={t('discount.days_early')}
            hint={t('discount.days_early_hint')}
          />
          <NumberField
            of={fields.from_subjects}
            label={t('discount.from_subjects')}
            hint={t('discount.from_subjects_hint')}
          />
        </FieldRow>
        <FieldRow>
          <DateField of={fields.valid_from} label={t('discount.valid_from')} />
          <DateField of={fields.valid_to} label={t('discount.valid_to')} />
        </FieldRow>
        <CheckboxGroup
          of={fields.fee_category_ids}
          label={t('discount.fee_category_ids')}
          hint={t('discount.fee_category_ids_hint')}
          options={optionsOf(categories)}
        />
        <CheckboxField
          of={fields.stackable}
          label={t('discount.stackable')}
          hint={t('discount.stackable_hint')}
        />
        <NumberField of={fields.priority} label={t('discount.priority')} hint={t('discount.priority_hint')} />
      </Fieldset>
      <Fieldset legend={t('discount.giving')}>
        <CheckboxField of={fields.needs_approval} label={t('discount.needs_approval')} />
        <CheckboxField of={fields.needs_document} label={t('discount.needs_document')} />
        <CheckboxField
          of={fields.by_income}
          label={t('discount.by_income')}
          hint={t('discount.by_income_hint')}
        />
        <TextField of={fields.sponsor} label={t('discount.sponsor')} hint={t('discount.sponsor_hint')} />
      </Fieldset>
    </ResourceEditPage>
  )
}
