import type { SubmissionResult } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import {
  questionForm,
  questionKinds,
  questionSubjects,
} from '#app/domain/enrolment/online-registration/form-setting.ts'
import { localeName, locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import {
  CheckboxField,
  HiddenField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

interface QuestionPageProps {
  row: { id?: string; version: string } & Record<string, unknown>
  lastResult: SubmissionResult<string[]> | undefined
  isNew?: boolean
}

/** A question that an organisation asks of families, in each language. */
export function QuestionPage({ row, lastResult, isNew = false }: QuestionPageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(questionForm, lastResult, row)
  const inEach = (of: unknown) => (of as { getFieldset(): Record<string, FieldOf> }).getFieldset()
  const [labels, choices] = [inEach(fields.label), inEach(fields.choices)]
  const labelOf = (locale: string) => t('registration_form.question_in', { language: localeName(locale) })
  const choicesOf = (locale: string) => t('registration_form.choices_in', { language: localeName(locale) })
  const { id, version } = row
  return (
    <EditPage
      title={t(isNew ? 'registration_form.question_new' : 'registration_form.question')}
      back={{ label: t('registration_form.title'), href: paths.setting.registration() }}
      form={form}
      noun="registration_form"
      nameOf={(field) =>
        field.startsWith('label.')
          ? labelOf(field.slice(6))
          : field.startsWith('choices.')
            ? choicesOf(field.slice(8))
            : undefined
      }
      {...(id
        ? {
            danger: (
              <ConfirmButton
                label={t('registration_form.question_remove')}
                text={t('registration_form.question_remove_text')}
                action={paths.setting.registrationQuestionRemove()}
                confirm={t('registration_form.question_remove')}
                fields={{ id, version }}
              />
            ),
          }
        : {})}
    >
      {locales.map((locale) => (
        <TextField key={locale} of={labels[locale]!} label={labelOf(locale)} autoComplete="off" />
      ))}
      <SelectField
        of={fields.kind}
        label={t('registration_form.kind')}
        blank={false}
        width="medium"
        options={questionKinds.map((value) => ({ value, label: t(`registration_form.kinds.${value}`) }))}
      />
      {locales.map((locale) => (
        <TextArea
          key={locale}
          of={choices[locale]!}
          label={choicesOf(locale)}
          hint={t('registration_form.choices_hint')}
        />
      ))}
      <RadioGroup
        of={fields.of}
        label={t('registration_form.asked_of')}
        options={questionSubjects.map((value) => ({
          value,
          label: t(`registration_form.question_of.${value}`),
        }))}
      />
      <CheckboxField of={fields.required} label={t('registration_form.required')} />
      <HiddenField of={fields.version} value={version} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
