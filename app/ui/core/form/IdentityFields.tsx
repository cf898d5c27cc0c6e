import { useTranslation } from 'react-i18next'
import type { FieldOf } from './control.ts'
import { CheckboxField, SelectField, TextField } from './fields.tsx'

interface IdentityFieldsProps {
  of: { identity_type: FieldOf; identity_no: FieldOf; identity_clear?: FieldOf | undefined }
  /** Group of the language files with the labels. */
  noun: string
  types: readonly string[]
  /** The number on file, masked; none of somebody new. */
  kept?: string | null | undefined
  /** What the number is for, where it is asked for one thing. */
  hint?: string
}

/** An identity number and its kind. The number on file is never sent to the browser: it stays, is replaced, or is removed. */
export function IdentityFields({ of, noun, types, kept, hint }: IdentityFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SelectField
        of={of.identity_type}
        label={t(`${noun}.identity_type`)}
        blank={false}
        width="medium"
        options={types.map((value) => ({ value, label: t(`${noun}.identity_types.${value}`) }))}
      />
      <TextField
        of={of.identity_no}
        label={t(`${noun}.identity_no`)}
        hint={kept ? t(`${noun}.identity_kept`, { number: kept }) : hint}
        width="medium"
        autoComplete="off"
        spellCheck={false}
      />
      {kept && of.identity_clear ? (
        <CheckboxField of={of.identity_clear} label={t(`${noun}.identity_clear`)} />
      ) : null}
    </>
  )
}
