import { useTranslation } from 'react-i18next'
import type { Warnings } from '#app/domain/classes/sessions/session-clashes.ts'
import { formatClocks } from '#app/domain/core/dates.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import {
  CheckboxField,
  DateField,
  FieldRow,
  optionsOf,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type Field = 'held_on' | 'starts' | 'ends' | 'room' | 'trainer_user_id' | 'topic' | 'note' | 'confirmed'

interface PlacementFieldsProps {
  fields: Record<Field, FieldOf>
  trainers: readonly { id: string; name: string; is_own: boolean }[]
  rooms: readonly string[]
  /** What is to be confirmed, after the form was refused for it. */
  warnings: Warnings | undefined
}

/** When, where and by whom a session is held, and what it is about. */
export function PlacementFields({ fields, trainers, rooms, warnings }: PlacementFieldsProps) {
  const { t } = useTranslation()
  const several = trainers.some(({ is_own }) => is_own) && trainers.some(({ is_own }) => !is_own)
  const options = optionsOf(trainers).map((option, index) => ({
    ...option,
    group: several
      ? t(trainers[index]!.is_own ? 'class_session.own_people' : 'class_session.other_people')
      : undefined,
  }))
  return (
    <>
      {warnings && <WarningNotice warnings={warnings} field={fields.confirmed} />}
      <DateField of={fields.held_on} label={t('class_session.held_on')} autoComplete="off" />
      <FieldRow>
        <TextField of={fields.starts} type="time" label={t('class_session.starts')} width="short" />
        <TextField of={fields.ends} type="time" label={t('class_session.ends')} width="short" />
      </FieldRow>
      <SelectField
        of={fields.trainer_user_id}
        label={t('class_session.trainer')}
        hint={t('class_session.trainer_hint')}
        blank={t('class_session.no_trainer')}
        options={options}
        optional
      />
      <TextField
        of={fields.room}
        label={t('class_session.room')}
        hint={t('class_session.room_hint')}
        width="medium"
        list={rooms}
        autoComplete="off"
      />
      <TextField of={fields.topic} label={t('class_session.topic')} autoComplete="off" />
      <TextArea
        of={fields.note}
        label={t('class_session.note')}
        hint={t('class_session.note_hint')}
        rows={3}
      />
    </>
  )
}

function WarningNotice({ warnings, field }: { warnings: Warnings; field: FieldOf }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { closing, students, count } = warnings
  const named = new Set(students.map(({ student }) => student)).size
  return (
    <Notice tone="warning" title={t('class_session.check')}>
      {closing !== null && <p>{t('class_session.check_closed', { name: closing })}</p>}
      {count > 0 && (
        <>
          <p>{t('class_session.check_students', { count })}</p>
          <ul>
            {students.map(({ student, subject, starts, ends }) => {
              const values = { student, times: formatClocks(starts, ends, locale) }
              return (
                <li key={`${student} ${starts} ${subject}`}>
                  {subject === null
                    ? t('class_session.check_student_elsewhere', values)
                    : t('class_session.check_student', { ...values, subject })}
                </li>
              )
            })}
            {count > named && <li>{t('class_session.check_more', { count: count - named })}</li>}
          </ul>
        </>
      )}
      <CheckboxField of={field} label={t('class_session.confirm_box')} />
    </Notice>
  )
}
