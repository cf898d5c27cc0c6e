import { useTranslation } from 'react-i18next'
import type { MarkLine } from '#app/domain/classes/marking/find-marking.ts'
import { EnterSaves, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { type FieldOf, useSentence } from '#app/ui/core/form/control.ts'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextField } from '#app/ui/core/form/fields.tsx'

interface QuickFormProps {
  session: { version: number }
  lines: readonly MarkLine[]
  shown_at: number
  form_key: string
  form: FormOf
  compact: FieldOf
  typed: readonly { student_id?: string; letter?: string }[] | undefined
}

/** The numbers and names of a printed register, each with one short field; above them a line for the exceptions. */
export function QuickForm({ session, lines, shown_at, form_key, form, compact, typed }: QuickFormProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const before = new Map(typed?.map((line) => [line.student_id, line.letter]))
  const letters = t('marking.register.letters').split(' ')
  const letterOf = ({ mark, proposed, late_minutes }: MarkLine) => {
    const shown = mark ?? proposed
    if (!shown) return ''
    const letter = letters[['present', 'late', 'absent', 'excused'].indexOf(shown)]
    return late_minutes === null ? letter : `${letter} ${late_minutes}`
  }
  return (
    <form method="post" className="fields" id={form.id} noValidate>
      <ErrorSummary
        form={form}
        noun="marking.register"
        nameOf={(name) => lines[Number(/^letters\[(\d+)\]/.exec(name)?.[1])]?.name}
      />
      <input type="hidden" name="shown_at" value={shown_at} />
      <input type="hidden" name="version" value={session.version} />
      <input type="hidden" name="form_key" value={form_key} />
      <EnterSaves />
      <TextField
        of={compact}
        label={t('marking.register.compact')}
        hint={t('marking.register.compact_hint')}
        autoComplete="off"
      />
      <fieldset className="group">
        <legend>{t('marking.register.full')}</legend>
        <p className="hint">{t('marking.register.keys')}</p>
        <ol className="letters">
          {lines.map((line, index) => {
            const name = `letters[${index}].letter`
            const codes = form.allErrors?.[name] ?? []
            return (
              <li key={line.student_id}>
                <input type="hidden" name={`letters[${index}].student_id`} value={line.student_id} />
                <label htmlFor={`${form.id}-${name}`}>
                  {index + 1}. {line.name}
                </label>
                <input
                  id={`${form.id}-${name}`}
                  name={name}
                  defaultValue={before.get(line.student_id) ?? letterOf(line)}
                  maxLength={20}
                  autoComplete="off"
                  aria-invalid={codes.length > 0 || undefined}
                />
                {codes.length > 0 && <p className="error">{codes.map((code) => sentence(code)).join(' ')}</p>}
              </li>
            )
          })}
        </ol>
      </fieldset>
      <div className="actions">
        <SubmitButton name="act" value="confirm">
          {t('marking.confirm')}
        </SubmitButton>
        <SubmitButton look="plain" name="act" value="save">
          {t('marking.save')}
        </SubmitButton>
      </div>
    </form>
  )
}
