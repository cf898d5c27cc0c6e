import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { relationships } from '#app/domain/people/parents/parent.ts'
import type { FamilyInput } from '#app/domain/people/students/student-form.ts'
import { CheckboxField } from '#app/ui/core/form/CheckboxField.tsx'
import { Fieldset } from '#app/ui/core/form/Fieldset.tsx'
import { RadioGroup } from '#app/ui/core/form/RadioGroup.tsx'
import { SelectField } from '#app/ui/core/form/SelectField.tsx'

interface FamilyFieldsProps {
  rows: readonly { id: string; name: string; relationship: string; added: boolean }[]
  fields: {
    parents: FieldMetadata<FamilyInput['parents']>
    primary_id: FieldMetadata<string>
    payer_id: FieldMetadata<string>
  }
}

/** Each parent with who they are to the child; then who is asked first, and who pays. */
export function FamilyFields({ rows, fields }: FamilyFieldsProps) {
  const { t } = useTranslation()
  const people = rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      {rows.map((row, index) => (
        <ParentRow
          key={row.id}
          row={row}
          name={`${fields.parents.name}[${index}]`}
          id={`${fields.parents.id}-${index}`}
        />
      ))}
      <RadioGroup of={fields.primary_id} label={t('student.primary_id')} options={people} />
      <RadioGroup of={fields.payer_id} label={t('student.payer_id')} options={people} />
    </>
  )
}

function ParentRow({ row, name, id }: { row: FamilyFieldsProps['rows'][number]; name: string; id: string }) {
  const { t } = useTranslation()
  const field = (of: string, initialValue?: string) => ({
    ...{ id: `${id}-${of}`, name: `${name}.${of}`, initialValue, required: of === 'relationship' },
    ...{ errorId: `${id}-${of}-error`, descriptionId: `${id}-${of}-description` },
  })
  return (
    <Fieldset legend={row.name} {...(row.added ? { hint: t('student.adding') } : {})}>
      <input type="hidden" name={`${name}.parent_id`} value={row.id} />
      <SelectField
        of={field('relationship', row.relationship)}
        label={t('parent.relationship')}
        blank={false}
        width="medium"
        options={relationships.map((value) => ({ value, label: t(`parent.relationships.${value}`) }))}
      />
      <CheckboxField of={field('remove')} label={t('student.remove_parent')} optional={false} />
    </Fieldset>
  )
}
