import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import type { FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { LocaleField, TextField } from '#app/ui/core/form/fields.tsx'
import { CurrentValues } from '#app/ui/core/page/EditPage.tsx'

interface OwnFieldsProps {
  form: FormOf
  fields: Record<'name' | 'email' | 'phone' | 'locale', FieldOf> & {
    version: FieldMetadata<number | undefined>
  }
  /** The account as it is now. */
  row: { name: string; email: string | null; phone: string | null; version: number }
  /** Group of the language files with the labels. */
  noun: string
  /** What a new e-mail address leads to. */
  emailHint: string
}

/** What everybody may change of their own account, an operator as well as a person of an organisation. */
export function OwnFields({ form, fields, row, noun, emailHint }: OwnFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <CurrentValues
        form={form}
        items={[
          { label: t(`${noun}.name`), value: row.name },
          { label: t(`${noun}.email`), value: row.email },
          { label: t(`${noun}.phone`), value: row.phone && formatPhone(row.phone) },
        ]}
        field={fields.version}
        version={row.version}
      />
      <TextField of={fields.name} label={t(`${noun}.name`)} autoComplete="name" />
      <TextField
        of={fields.email}
        label={t(`${noun}.email`)}
        hint={emailHint}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <TextField of={fields.phone} label={t(`${noun}.phone`)} type="tel" autoComplete="tel" width="medium" />
      <LocaleField of={fields.locale} label={t(`${noun}.locale`)} />
    </>
  )
}
