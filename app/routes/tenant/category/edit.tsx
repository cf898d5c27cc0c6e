import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { categories, category } from '#app/domain/catalogue/categories/categories.ts'
import { categoryFacts, categoryForm, categoryKinds } from '#app/domain/catalogue/categories/category.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { FieldRow, SelectField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed category, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'category.edit', title: 'category.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openForm(args, 'category', category)

export const action = (args: ActionFunctionArgs) => submitRow(args, categories)

export default function EditCategory() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(categoryForm, lastResult, row ?? { kind: 'level', form_key })
  return (
    <ResourceEditPage
      noun="category"
      row={row}
      form={form}
      fields={fields}
      facts={row ? categoryFacts(row, t) : []}
    >
      <FieldRow>
        <TextField of={fields.code} label={t('category.code')} width="short" autoCapitalize="characters" />
        <SelectField
          of={fields.kind}
          label={t('category.kind')}
          blank={false}
          options={categoryKinds.map((value) => ({ value, label: t(`category.kinds.${value}`) }))}
        />
      </FieldRow>
      <TextField of={fields.name} label={t('category.name')} />
      <FieldRow>
        <TextField of={fields.min_age} label={t('category.min_age')} inputMode="numeric" width="short" />
        <TextField of={fields.max_age} label={t('category.max_age')} inputMode="numeric" width="short" />
      </FieldRow>
      <TextArea of={fields.description} label={t('category.description')} rows={4} />
    </ResourceEditPage>
  )
}
