import { useTranslation } from 'react-i18next'
import type { severalForm } from '#app/domain/billing/invoices/invoice-form.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { longestDays } from '#app/domain/core/invoicing/invoice-status.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { CheckboxGroup } from '#app/ui/core/form/CheckboxField.tsx'
import { DateField } from '#app/ui/core/form/DateField.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { HiddenField } from '#app/ui/core/form/HiddenField.tsx'
import { RadioGroup } from '#app/ui/core/form/RadioGroup.tsx'
import { TextArea } from '#app/ui/core/form/TextArea.tsx'
import type { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { LineFields } from './LineFields.tsx'

type SeveralFormOf = ReturnType<typeof useFormOf<typeof severalForm>>

interface SeveralFormProps {
  form: SeveralFormOf[0]
  fields: SeveralFormOf[1]
  students: readonly { id: string; name: string; student_no: string }[]
  /** Names of those for whom nobody pays. */
  without: readonly string[]
  feeTypes: readonly { id: string; name: string; taxable: boolean }[]
  templates: readonly { id: string; name: string }[]
  today: string
  mayIssue: boolean
}

/** Whom, when it is due and for what; the same lines for everybody. Tax follows each student and is added when it is saved. */
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
      {/* The Enter key presses the first button of a form; it must not be one that takes a line away. */}
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
