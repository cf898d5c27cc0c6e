import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  choiceWords,
  questionWords,
  wordsIn,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { countryName } from '#app/domain/people/students/student.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DrawnField, PageAnswer } from '#app/server/register/typed-page.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import {
  DateField,
  NumberField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { StepButtons } from './StepPage.tsx'

/** Translation groups of the choices of fields. */
const groups: Record<string, string> = {
  relationship: 'parent.relationships',
  income_above_2500: 'parent.income_above_2500s',
  gender: 'student.genders',
  highest_education: 'student.highest_educations',
  transport_type: 'student.transport_types',
  daycare: 'student.daycares',
}
/** Default values of fields, which then have no empty choice. */
const atFirst: Record<string, string> = { nationality: 'MY', daycare: 'none' }
/** Fields with a hint in `register.hints`. */
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

/** The fields of one page. */
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
      return <NumberField {...common} autoComplete="off" />
    default:
      return <TextField {...common} type={kind} autoComplete={autoComplete} spellCheck={false} />
  }
}

/** The label of a field's value. */
export function choiceWord(
  { name, question, words }: DrawnField,
  value: string,
  t: TFunction,
  locale: Locale,
): string {
  if (words) return words[value] ?? value
  if (question?.kind === 'yes_no') return t(value === 'yes' ? 'common.yes' : 'common.no')
  if (question) return question.kind === 'choice' ? wordsIn(choiceWords(question, value), locale) : value
  if (name === 'nationality') return countryName(value, locale) ?? t('student.other_nationality')
  return groups[name] ? t(`${groups[name]}.${value}`) : value
}

interface TypedFormProps {
  noun: 'parent' | 'student'
  fields: readonly DrawnField[]
  answer: PageAnswer
  version: number
  today: string
  /** Where it is sent, if not to its own page. */
  action?: string
  /** The first page of all has none before it. */
  isFirst?: boolean
  /** A further button that also saves, and leads elsewhere. */
  other?: { value: string; label: string } | undefined
}

/** The form of a registration page; its first button continues to the next page. */
export function TypedForm({
  noun,
  fields,
  answer,
  version,
  today,
  action,
  isFirst = false,
  other,
}: TypedFormProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const id = `form${useId().replaceAll(':', '')}`
  const { '': errors, ...allErrors } = answer.errors
  const nameOf = (name: string) => {
    const question = fields.find((field) => field.name === name)?.question
    return question && questionWords(question, locale)
  }
  return (
    <form method="post" action={action} id={id} className="fields" noValidate>
      <ErrorSummary form={{ id, errors, allErrors }} noun={noun} nameOf={nameOf} />
      <FoldedFields id={id} noun={noun} fields={fields} answer={answer} today={today} />
      <input type="hidden" name="version" value={version} />
      {isFirst ? <SubmitButton>{t('register.go_on')}</SubmitButton> : <StepButtons />}
      {other && (
        <p>
          <SubmitButton look="link" name="go" value={other.value}>
            {other.label}
          </SubmitButton>
        </p>
      )}
    </form>
  )
}

/** What may be left out is folded away, below what is asked of everybody. */
function FoldedFields({ fields, ...rest }: Props) {
  const { t } = useTranslation()
  const folded = fields.filter(({ further, required }) => further && !required)
  const isWrong = folded.some(({ name }) => rest.answer.errors[name])
  return (
    <>
      <AnswerFields {...rest} fields={fields.filter((field) => !folded.includes(field))} />
      {folded.length > 0 && (
        <details open={isWrong}>
          <summary>{t('register.more_details')}</summary>
          <div className="fields">
            <AnswerFields {...rest} fields={folded} />
          </div>
        </details>
      )}
    </>
  )
}
