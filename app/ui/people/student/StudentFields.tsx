import { useTranslation } from 'react-i18next'
import {
  countryName,
  daycares,
  educations,
  genders,
  nationalities,
  studentIdentityTypes,
  transports,
} from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import {
  DateField,
  FieldRow,
  Fieldset,
  optionsOf,
  RadioGroup,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { IdentityFields } from '#app/ui/core/form/IdentityFields.tsx'

type Name =
  | ('name' | 'born_on' | 'gender' | 'nationality' | 'identity_type' | 'identity_no')
  | ('birth_cert_no' | 'phone' | 'email')
  | ('highest_education' | 'previous_school' | 'transport_type' | 'daycare')
  | ('number_of_siblings' | 'position_in_family')

/** Fields that only the office fills in. */
type OfficeName = 'identity_clear' | 'student_no' | 'branch_id' | 'registered_on' | 'tags'

interface StudentFieldsProps {
  fields: Record<Name, FieldOf> & Partial<Record<OfficeName, FieldOf>>
  branches?: readonly { id: string; name: string }[]
  today: string
  /** The stored numbers, masked; undefined for a new child. */
  kept?: { identity: string | null; birthCert: string | null }
}

/** The fields of a student, for new, existing and applying children; health has its own page. */
export function StudentFields({ fields, branches = [], today, kept }: StudentFieldsProps) {
  const { t, i18n } = useTranslation()
  const { branch_id, student_no, registered_on } = fields
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`student.${group}.${value}`) }))
  const countries = nationalities.map((value) => ({
    value,
    label: countryName(value, i18n.language as Locale) ?? t('student.other_nationality'),
  }))
  return (
    <>
      <Fieldset legend={t('student.child')}>
        <TextField of={fields.name} label={t('student.name')} autoComplete="off" />
        <FieldRow>
          <DateField of={fields.born_on} label={t('student.born_on')} max={today} autoComplete="off" />
          <SelectField
            of={fields.nationality}
            label={t('student.nationality')}
            blank={false}
            options={countries}
          />
        </FieldRow>
        <RadioGroup of={fields.gender} label={t('student.gender')} options={choices('genders', genders)} />
      </Fieldset>
      <Fieldset legend={t('student.numbers')} hint={t('student.numbers_hint')}>
        <IdentityFields of={fields} noun="student" types={studentIdentityTypes} kept={kept?.identity} />
        <TextField
          of={fields.birth_cert_no}
          label={t('student.birth_cert_no')}
          hint={kept?.birthCert ? t('student.identity_kept', { number: kept.birthCert }) : undefined}
          width="medium"
          autoComplete="off"
        />
      </Fieldset>
      {branch_id && student_no && registered_on ? (
        <Fieldset legend={t('student.place')}>
          <SelectField of={branch_id} label={t('student.branch_id')} options={optionsOf(branches)} />
          <FieldRow>
            <TextField
              of={student_no}
              label={t('student.student_no')}
              hint={kept ? undefined : t('student.student_no_hint')}
              autoComplete="off"
            />
            <DateField of={registered_on} label={t('student.registered_on')} />
          </FieldRow>
        </Fieldset>
      ) : null}
      <Fieldset legend={t('student.more')}>
        <FieldRow>
          <TextField of={fields.phone} label={t('student.phone')} type="tel" autoComplete="off" />
          <TextField of={fields.email} label={t('student.email')} type="email" autoComplete="off" />
        </FieldRow>
        <FieldRow>
          <SelectField
            of={fields.highest_education}
            label={t('student.highest_education')}
            options={choices('highest_educations', educations)}
          />
          <TextField of={fields.previous_school} label={t('student.previous_school')} autoComplete="off" />
        </FieldRow>
        <FieldRow>
          <SelectField
            of={fields.transport_type}
            label={t('student.transport_type')}
            options={choices('transport_types', transports)}
          />
          <SelectField
            of={fields.daycare}
            label={t('student.daycare')}
            blank={false}
            options={choices('daycares', daycares)}
          />
        </FieldRow>
        <FieldRow>
          <TextField
            of={fields.number_of_siblings}
            label={t('student.number_of_siblings')}
            inputMode="numeric"
          />
          <TextField
            of={fields.position_in_family}
            label={t('student.position_in_family')}
            inputMode="numeric"
          />
        </FieldRow>
        {fields.tags ? (
          <TextField
            of={fields.tags}
            label={t('student.tags')}
            hint={t('student.tags_hint')}
            autoComplete="off"
          />
        ) : null}
      </Fieldset>
    </>
  )
}
