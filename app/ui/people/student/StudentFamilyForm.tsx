import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { FamilyRow } from '#app/domain/people/parents/find-parents.ts'
import { relationships } from '#app/domain/people/parents/parent.ts'
import type { FamilyInput } from '#app/domain/people/students/student.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { CheckboxField, Fieldset, RadioGroup, SelectField } from '#app/ui/core/form/fields.tsx'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

interface FamilyPickerProps {
  list: ListView<FamilyRow>
  /** The parent found by identity number. */
  exact: { id: string; name: string } | null
  mayRegister: boolean
  /** Where to continue with a chosen parent. */
  take: (parent_id: string) => string
  /** Where to register a new parent. */
  register: string
  back: { label: string; href: string } | undefined
}

/** Choose the parent of a child: an existing or a new one. */
export function FamilyPicker({ list, exact, mayRegister, take, register, back }: FamilyPickerProps) {
  const { t } = useTranslation()
  const add = { label: t('student.new_family'), href: register }
  return (
    <ListPage
      {...list}
      mayCreate={mayRegister}
      subtitle={t('student.choose_family')}
      open={(row) => take(row.id)}
      add={add}
      actions={back ? <a href={back.href}>{back.label}</a> : null}
      searchHint={t('student.choose_family_hint')}
      empty={{ title: t('student.no_families'), hint: t('student.no_families_hint') }}
    >
      {exact ? (
        <Notice title={t('student.found_by_identity')}>
          <LinkButton href={take(exact.id)}>{exact.name}</LinkButton>
        </Notice>
      ) : null}
    </ListPage>
  )
}

interface FamilyFieldsProps {
  rows: readonly { id: string; name: string; relationship: string; added: boolean }[]
  fields: {
    parents: FieldMetadata<FamilyInput['parents']>
    primary_id: FieldMetadata<string>
    payer_id: FieldMetadata<string>
  }
}

/** Each parent with the relationship; then the primary contact and the payer. */
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
