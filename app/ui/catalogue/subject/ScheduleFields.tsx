import { useTranslation } from 'react-i18next'
import type { subjectForm } from '#app/domain/catalogue/subjects/subject.ts'
import { mostLessons, weekdays } from '#app/domain/core/schedule.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { linesOf } from '#app/ui/core/form/control.ts'
import { FieldRow, Fieldset, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import type { useFormOf } from '#app/ui/core/form/use-form-of.ts'

type SubjectFormOf = ReturnType<typeof useFormOf<typeof subjectForm>>

interface ScheduleFieldsProps {
  form: SubjectFormOf[0]
  of: SubjectFormOf[1]['schedule']
}

/** The times of a week. Adding and removing are buttons that bring the same form back, so they need no script. */
export function ScheduleFields({ form, of }: ScheduleFieldsProps) {
  const { t } = useTranslation()
  const lines = linesOf(of)
  const options = weekdays.map((day) => ({ value: String(day), label: t(`common.weekdays.${day}`) }))
  return (
    <Fieldset legend={t('subject.schedule')} hint={t('subject.schedule_hint')}>
      {lines.map((line, index) => {
        const { weekday, starts, ends, room } = line.getFieldset()
        return (
          <fieldset className="field" key={line.key}>
            <legend>{t('subject.lesson', { number: index + 1 })}</legend>
            <FieldRow>
              <SelectField of={weekday} label={t('subject.weekday')} optional={false} options={options} />
              <TextField of={room} label={t('subject.room')} autoComplete="off" />
              <TextField of={starts} label={t('subject.starts')} type="time" optional={false} width="short" />
              <TextField of={ends} label={t('subject.ends')} type="time" optional={false} width="short" />
            </FieldRow>
            <SubmitButton look="link" {...form.remove.getButtonProps({ name: of.name, index })}>
              {t('subject.remove_lesson')}
            </SubmitButton>
          </fieldset>
        )
      })}
      {lines.length < mostLessons && (
        <div className="actions">
          <SubmitButton look="plain" {...form.insert.getButtonProps({ name: of.name, defaultValue: {} })}>
            {t('subject.add_lesson')}
          </SubmitButton>
        </div>
      )}
    </Fieldset>
  )
}
