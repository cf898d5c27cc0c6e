import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import {
  linesInWords,
  lineTemplateFacts,
  lineTemplateForm,
  mostTemplateLines,
  typedTemplate,
} from '#app/domain/catalogue/line-templates/line-template.ts'
import { lineTemplate, lineTemplates } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LineFields, type LinesFormOf } from '#app/ui/billing/invoice/LineFields.tsx'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { EnterSaves } from '#app/ui/core/form/Button.tsx'
import { TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The page of a changed template, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'line_template.edit', title: 'line_template.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, form_key } = await openForm(args, 'line_template', lineTemplate)
  const kept = row?.items.flatMap(({ fee_type_id }) => fee_type_id ?? [])
  return { row, form_key, feeTypes: await feeTypeOptions(await args.context.read(), kept) }
}

export const action = (args: ActionFunctionArgs) => submitRow(args, lineTemplates)

export default function EditLineTemplate() {
  const { row, form_key, feeTypes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(
    lineTemplateForm,
    useActionData<typeof action>(),
    row ? { ...row, items: typedTemplate(row.items) } : { form_key, items: [{ quantity: '1' }] },
  )
  const facts = row && [
    ...lineTemplateFacts(row, t),
    { label: t('line_template.items'), value: linesInWords(row.items, t) },
  ]
  return (
    <ResourceEditPage noun="line_template" row={row} form={form} fields={fields} facts={facts}>
      <EnterSaves />
      <TextField of={fields.code} label={t('line_template.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('line_template.name')} />
      <TextArea of={fields.description} label={t('line_template.description')} rows={2} />
      <LineFields
        form={form}
        items={fields.items as unknown as LinesFormOf[1]['items']}
        feeTypes={feeTypes}
        most={mostTemplateLines}
        hint={t('line_template.items_hint')}
      />
    </ResourceEditPage>
  )
}
