import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  choiceWords,
  questionWords,
  wordsIn,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { countryName } from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DrawnField, PageAnswer } from '#app/server/register/typed-page.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { DateField } from '#app/ui/core/form/DateField.tsx'
import { RadioGroup } from '#app/ui/core/form/RadioGroup.tsx'
import { SelectField } from '#app/ui/core/form/SelectField.tsx'
import { TextArea } from '#app/ui/core/form/TextArea.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'

/** Groups of the language files in which the choices of a field are named. */
const groups: Record<string, string> = {
  relationship: 'parent.relationships',
  income_above_2500: 'parent.income_above_2500s',
  gender: 'student.genders',
  highest_education: 'student.highest_educations',
  transport_type: 'student.transport_types',
  daycare: 'student.daycares',
}
/** What a field says that nobody has filled in; there is no empty choice then. */
const atFirst: Record<string, string> = { nationality: 'MY', daycare: 'none' }
/** Fields with a sentence of help, in `register.hints`. */
const hinted = [
  'student.identity_no',
  'student.birth_cert_no',
  'parent.identity_no',
  'parent.phone',
  'parent.email',
]

interface Props {
  id: string
  noun: 'parent' | 'student'
  fields: readonly DrawnField[]
  answer: PageAnswer
  today: string
}

/** What a family is asked on one page, in its order. */
export function AnswerFields({ id, noun, fields, answer, today }: Props) {
  return fields.map((field) => (
    <Answer key={field.name} field={field} noun={noun} of={fieldOf(id, field, answer)} today={today} />
  ))
}

function fieldOf(id: string, { name, required }: DrawnField, { typed, errors }: PageAnswer): FieldOf {
  return {
    ...{ id: `${id}-${name}`, errorId: `${id}-${name}-error`, descriptionId: `${id}-${name}-hint` },
    ...{ name, required, errors: errors[name], initialValue: typed[name] || atFirst[name] },
  }
}

function Answer({
  field,
  noun,
  of,
  today,
}: {
  field: DrawnField
  noun: Props['noun']
  of: FieldOf
  today: string
}) {
  const { t, i18n } = useTranslation()
  const { name, kind, question, values = [], autoComplete = 'off' } = field
  const locale = i18n.language as Locale
  const label = question ? questionWords(question, locale) : t(`${noun}.${name}`)
  const hint = hinted.includes(`${noun}.${name}`) ? t(`register.hints.${noun}_${name}`) : undefined
  const common = { of, label, hint }
  const options = values.map((value) => ({ value, label: choiceWord(field, value, t, locale) }))
  switch (kind) {
    case 'radio':
      return <RadioGroup {...common} options={options} />
    case 'select':
      return (
        <SelectField
          {...common}
          options={options}
          autoComplete={autoComplete}
          {...(atFirst[name] ? { blank: false as const } : {})}
        />
      )
    case 'date':
      return <DateField {...common} autoComplete="off" {...(name === 'born_on' ? { max: today } : {})} />
    case 'lines':
      return <TextArea {...common} rows={2} />
    case 'digits':
      return <TextField {...common} inputMode="numeric" autoComplete="off" width="short" />
    default:
      return <TextField {...common} type={kind} autoComplete={autoComplete} spellCheck={false} />
  }
}

/** What one of the values of a field is called. */
export function choiceWord(
  { name, question }: DrawnField,
  value: string,
  t: TFunction,
  locale: Locale,
): string {
  if (question?.kind === 'yes_no') return t(value === 'yes' ? 'common.yes' : 'common.no')
  if (question) return question.kind === 'choice' ? wordsIn(choiceWords(question, value), locale) : value
  if (name === 'nationality') return countryName(value, locale) ?? t('student.other_nationality')
  return groups[name] ? t(`${groups[name]}.${value}`) : value
}
