import { useTranslation } from 'react-i18next'
import type { severalForm } from '#app/domain/billing/invoices/invoice.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { longestDays, mostStudents } from '#app/domain/core/invoicing/invoice.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import {
  CheckboxGroup,
  DateField,
  HiddenField,
  Options,
  optionsOf,
  RadioGroup,
  TextArea,
} from '#app/ui/core/form/fields.tsx'
import type { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { LineFields } from './LineFields.tsx'

type SeveralFormOf = ReturnType<typeof useFormOf<typeof severalForm>>

interface SeveralFormProps {
  form: SeveralFormOf[0]
  fields: SeveralFormOf[1]
  students: readonly { id: string; name: string; student_no: string }[]
  /** Names of students without a payer. */
  without: readonly string[]
  feeTypes: readonly { id: string; name: string; taxable: boolean }[]
  templates: readonly { id: string; name: string }[]
  today: string
  mayIssue: boolean
}

/** Students, due date and lines, the same for everybody. Tax depends on the student and is added on saving. */
export function SeveralForm(props: SeveralFormProps) {
  const { form, fields, students, without, feeTypes, templates, today, mayIssue } = props
  const { t } = useTranslation()
  const missing = without.length > 0 && (
    <Notice tone="warning">
      <p>{t('invoice.several.without', { students: without.join(', ') })}</p>
    </Notice>
  )
  if (students.length === 0)
    return (
      <>
        {missing}
        <p className="quiet">{t('invoice.several.nobody')}</p>
      </>
    )
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="invoice" />
      {/* The Enter key presses the first button of a form, which must not be one that removes a line. */}
      <button type="submit" className="hidden" name="step" value="draft" tabIndex={-1} aria-hidden="true">
        {t('invoice.several.draft')}
      </button>
      {missing}
      <CheckboxGroup
        of={fields.student_ids}
        label={t('invoice.student_ids')}
        options={students.map(({ id, name, student_no }) => ({
          value: id,
          label: `${name} · ${student_no}`,
        }))}
      />
      <DateField
        of={fields.due_on}
        label={t('invoice.due_on')}
        min={today}
        max={addDays(today, longestDays)}
      />
      <LineFields
        form={form}
        items={fields.items}
        feeTypes={feeTypes}
        template={{ of: fields.line_template_id, options: templates }}
      />
      <TextArea of={fields.remark} label={t('invoice.remark')} hint={t('invoice.remark_hint')} rows={2} />
      {mayIssue && (
        <RadioGroup
          of={fields.send}
          optional={false}
          label={t('invoice.several.send')}
          options={(['none', 'mail'] as const).map((value) => ({
            value,
            label: t(`invoice.several.sends.${value}`),
          }))}
        />
      )}
      <HiddenField of={fields.form_key} />
      <div className="actions">
        {mayIssue && (
          <SubmitButton name="step" value="issue">
            {t('invoice.several.issue')}
          </SubmitButton>
        )}
        <SubmitButton look={mayIssue ? 'plain' : 'primary'} name="step" value="draft">
          {t('invoice.several.draft')}
        </SubmitButton>
        <a href={paths.invoice.list()}>{t('common.action.cancel')}</a>
      </div>
    </form>
  )
}

interface ClassPickerProps {
  subjects: readonly { id: string; name: string }[]
  subject_id?: string | undefined
  q?: string | undefined
  /** There are more students than are shown. */
  more: boolean
}

/** A GET form to choose the class whose students are billed, with a search when there are many. */
export function ClassPicker({ subjects, subject_id = '', q, more }: ClassPickerProps) {
  const { t } = useTranslation()
  return (
    <search>
      <form className="search">
        <div className="field">
          <label htmlFor="subject_id">{t('invoice.several.subject')}</label>
          <select id="subject_id" name="subject_id" defaultValue={subject_id} required>
            <option value="">{t('common.choose')}</option>
            <Options options={optionsOf(subjects)} />
          </select>
        </div>
        {(more || q) && (
          <div className="field find">
            <label htmlFor="q">{t('invoice.several.find')}</label>
            <input type="search" id="q" name="q" defaultValue={q} maxLength={100} enterKeyHint="search" />
          </div>
        )}
        <button type="submit">{t('invoice.several.show')}</button>
      </form>
      {more && <p className="quiet">{t('invoice.several.more', { count: mostStudents })}</p>}
    </search>
  )
}
