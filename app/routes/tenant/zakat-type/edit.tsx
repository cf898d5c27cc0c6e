import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { typedAmounts } from '#app/domain/core/money.ts'
import { typedSuggestions } from '#app/domain/giving/donation-types/type-fields.ts'
import {
  zakatType,
  zakatTypeFacts,
  zakatTypeForm,
  zakatTypes,
} from '#app/domain/giving/donation-types/zakat-types.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { DateField, FieldRow, MoneyField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { TranslatedField } from '#app/ui/core/form/TranslatedField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The page of a changed kind, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'zakat_type.edit', title: 'zakat_type.one' } satisfies Handle

export const loader = (args: LoaderFunctionArgs) => openForm(args, 'zakat_type', zakatType)

export const action = (args: ActionFunctionArgs) => submitRow(args, zakatTypes)

export default function EditZakatType() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const typed = row && {
    ...typedAmounts(row, ['rate_sen', 'min_sen', 'max_sen']),
    suggested_sen: typedSuggestions(row.suggested_sen),
  }
  const [form, fields] = useFormOf(zakatTypeForm, useActionData<typeof action>(), typed ?? { form_key })
  return (
    <ResourceEditPage
      noun="zakat_type"
      row={row}
      form={form}
      fields={fields}
      facts={row && zakatTypeFacts(row, t, locale)}
    >
      <TextField of={fields.code} label={t('zakat_type.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('zakat_type.name')} />
      <TranslatedField of={fields} field="name" words="zakat_type" />
      <TextArea of={fields.description} label={t('zakat_type.description')} rows={4} />
      <TranslatedField of={fields} field="description" words="zakat_type" lines={4} />
      <MoneyField
        of={fields.rate_sen}
        label={t('zakat_type.rate_sen')}
        hint={t('zakat_type.rate_sen_hint')}
      />
      <TextField
        of={fields.suggested_sen}
        label={t('zakat_type.suggested_sen')}
        hint={t('zakat_type.suggested_sen_hint')}
        autoComplete="off"
      />
      <FieldRow>
        <MoneyField of={fields.min_sen} label={t('donation.min_sen')} hint={t('donation.min_sen_hint')} />
        <MoneyField of={fields.max_sen} label={t('donation.max_sen')} hint={t('donation.max_sen_hint')} />
      </FieldRow>
      <FieldRow>
        <DateField of={fields.opens_on} label={t('zakat_type.opens_on')} />
        <DateField of={fields.closes_on} label={t('zakat_type.closes_on')} />
      </FieldRow>
    </ResourceEditPage>
  )
}
