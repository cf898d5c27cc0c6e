import { useTranslation } from 'react-i18next'
import type { MarkLine } from '#app/domain/classes/marking/find-marking.ts'
import { marks } from '#app/domain/classes/sessions/words.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { EnterSaves, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { EntryLines } from './EntryLines.tsx'

/** A line as it was sent, after a refusal. */
export interface TypedLine {
  student_id?: string
  mark?: string
  late_minutes?: string
  remark?: string
  makeup_for_id?: string
}

interface MarkingFormProps {
  session: { id: string; version: number; topic: string | null; note: string | null }
  lines: readonly MarkLine[]
  /** Whom the reader is adding as a trial. */
  trials: readonly { student_id: string; name: string; student_no: string }[]
  shown_at: number
  form_key: string
  user_id: string
  form: FormOf
  /** Errors by the name of their field, and what was typed, of a form that was refused. */
  errors: Readonly<Record<string, readonly string[] | null>>
  typed: { marks?: readonly TypedLine[]; topic?: string; note?: string } | undefined
}

/** One form for everybody in a session: a big button for each mark, and what few need folded away. */
export function MarkingForm(props: MarkingFormProps) {
  const { session, lines, trials, form, errors, typed, shown_at, form_key, user_id } = props
  const { t } = useTranslation()
  const before = new Map(typed?.marks?.map((line) => [line.student_id, line]))
  const all = [
    ...lines,
    ...trials.map((one) => ({
      ...emptyLine,
      ...one,
      beyond: 'trial' as const,
      proposed: 'present' as const,
    })),
  ]
  const waits = t('marking.phone.wait', { count: 2 }).replace('2', '#')
  return (
    <form
      method="post"
      id="marking"
      noValidate
      className="marking"
      data-user={user_id}
      data-wait-one={t('marking.phone.wait', { count: 1 })}
      data-wait={waits}
      data-on={t('marking.phone.on')}
      data-sending={t('marking.phone.sending')}
      data-sent={t('marking.phone.sent')}
      data-sign-in={t('marking.phone.sign_in')}
      data-other={t('marking.phone.other')}
      data-failed={t('marking.phone.failed')}
      data-confirm-later={t('marking.phone.confirm_later')}
    >
      <ErrorSummary
        form={form}
        noun="marking"
        nameOf={(name) => all[Number(/^marks\[(\d+)\]/.exec(name)?.[1])]?.name}
      />
      <input type="hidden" name="shown_at" value={shown_at} />
      <input type="hidden" name="version" value={session.version} />
      <input type="hidden" name="form_key" value={form_key} />
      <input type="hidden" name="topic_was" value={session.topic ?? ''} />
      <input type="hidden" name="note_was" value={session.note ?? ''} />
      {/* Without a name until the script sends the form in place of a button. */}
      <input type="hidden" id="act" />
      <EnterSaves />
      <p hidden>
        <label className="choice">
          <input type="checkbox" id="phone-switch" />
          <span>{t('marking.phone.switch')}</span>
        </label>
      </p>
      {all.map((line, index) => (
        <Line
          key={line.student_id}
          line={line}
          index={index}
          typed={before.get(line.student_id)}
          formId={form.id}
          errors={errors}
        />
      ))}
      <details className="about" open={Boolean(session.topic || session.note)}>
        <summary>{t('marking.about')}</summary>
        <label htmlFor={`${form.id}-topic`}>{t('marking.topic')}</label>
        <input
          id={`${form.id}-topic`}
          name="topic"
          maxLength={200}
          autoComplete="off"
          defaultValue={typed?.topic ?? session.topic ?? ''}
        />
        <label htmlFor={`${form.id}-note`}>{t('marking.note')}</label>
        <textarea
          id={`${form.id}-note`}
          name="note"
          rows={2}
          maxLength={500}
          aria-describedby="note-hint"
          defaultValue={typed?.note ?? session.note ?? ''}
        />
        <p className="hint" id="note-hint">
          {t('marking.note_hint')}
        </p>
      </details>
      <div className="mark-bar">
        <p className="small" id="phone-status" role="status" hidden />
        <p className="counts">
          {marks.map((mark) => (
            <span key={mark} className={mark}>
              {t(`marking.marks.${mark}`)}{' '}
            </span>
          ))}
          <span className="quiet">{t('marking.of_all', { count: all.length })}</span>
        </p>
        <div className="actions">
          <SubmitButton look="plain" name="act" value="save">
            {t('marking.save')}
          </SubmitButton>
          <SubmitButton name="act" value="confirm">
            {t('marking.confirm')}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}

const emptyLine = {
  ...{ mark: null, late_minutes: null, remark: null, makeup_for_id: null, leave: null },
  ...{ absences: [], entries: [] },
} satisfies Partial<MarkLine>

interface LineProps {
  line: MarkLine
  index: number
  typed: TypedLine | undefined
  formId: string
  errors: Readonly<Record<string, readonly string[] | null>>
}

function Line({ line, index, typed, formId, errors }: LineProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const sentence = useSentence()
  const at = `marks[${index}]`
  const mark = typed ? typed.mark : (line.mark ?? line.proposed)
  const remark = typed?.remark ?? line.remark
  const makeup = typed?.makeup_for_id ?? line.makeup_for_id
  const wrong = Object.entries(errors).filter(([name, codes]) => name.startsWith(`${at}.`) && codes?.length)
  // Thirty lines have to be small: what only the list of errors leads to is named only where something is wrong.
  const idOf = (name: string) => (wrong.length > 0 ? `${formId}-${at}.${name}` : undefined)
  return (
    <fieldset className="mark" data-new={line.mark === null ? '' : undefined} id={idOf('mark')}>
      <legend>
        {`${index + 1}. ${line.name} `}
        <small className="quiet">{line.student_no}</small>
        {line.beyond && <small> {t(`marking.${line.beyond}`)}</small>}
      </legend>
      <input type="hidden" name={`${at}.student_id`} value={line.student_id} />
      {line.beyond === 'trial' && <input type="hidden" name={`${at}.trial`} value="on" />}
      {line.leave && (
        <p className="small">
          {t('marking.leave', {
            count: line.leave.starts_on === line.leave.ends_on ? 1 : 2,
            from: formatDate(line.leave.starts_on, locale),
            to: formatDate(line.leave.ends_on, locale),
            reason: line.leave.reason,
          })}
          {line.leave.has_paper && (
            // A download, so that marks that are not saved yet stay on the page.
            <>
              {' '}
              <a href={paths.leave_request.file(line.leave.id)}>{t('leave_request.open')}</a>
            </>
          )}
        </p>
      )}
      {wrong.map(([name, codes]) => (
        <p className="error" key={name}>
          {codes!.map((code) => sentence(code, { min: 1, max: 480 })).join(' ')}
        </p>
      ))}
      <div className="choices">
        {marks.map((one) => (
          <label key={one}>
            <input type="radio" name={`${at}.mark`} value={one} defaultChecked={mark === one} />
            <span>{t(`marking.marks.${one}`)}</span>
          </label>
        ))}
      </div>
      <label className="minutes">
        {t('marking.late_minutes')}
        <input
          name={`${at}.late_minutes`}
          id={idOf('late_minutes')}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed?.late_minutes ?? line.late_minutes ?? ''}
        />
      </label>
      <details open={Boolean(remark || makeup)}>
        <summary>{t(line.absences.length > 0 ? 'marking.more' : 'marking.more_remark')}</summary>
        <label>
          {`${t('marking.remark')} `}
          <small className="quiet">{t('marking.remark_hint')}</small>
          <input
            name={`${at}.remark`}
            id={idOf('remark')}
            maxLength={200}
            autoComplete="off"
            defaultValue={remark ?? ''}
          />
        </label>
        {line.absences.length > 0 && (
          <label>
            {t('marking.makeup_for_id')}
            <select name={`${at}.makeup_for_id`} defaultValue={makeup ?? ''}>
              <option value="">{t('marking.makeup_none')}</option>
              {line.absences.map(({ session_id, held_on }) => (
                <option key={session_id} value={session_id}>
                  {formatDate(held_on, locale)}
                </option>
              ))}
            </select>
          </label>
        )}
      </details>
      <EntryLines entries={line.entries} choosable />
    </fieldset>
  )
}
