import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '#app/domain/core/dates.ts'
import { longestDays } from '#app/domain/core/invoicing/invoice.ts'
import type { Billable } from '#app/domain/people/students/billable.ts'
import { paths } from '#app/paths.ts'
import { LinkButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { DateField, optionsOf, SelectField, TextArea } from '#app/ui/core/form/fields.tsx'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'
import { type InvoiceFormOf, LineFields } from './LineFields.tsx'

interface InvoiceFormProps {
  form: InvoiceFormOf[0]
  fields: InvoiceFormOf[1]
  /** Possible payers; with only one the field is left out. */
  parents: readonly { id: string; name: string }[]
  feeTypes: readonly { id: string; name: string; taxable: boolean }[]
  /** Templates whose items can be added. */
  templates: readonly { id: string; name: string }[]
  /** Service tax of this student, in basis points. */
  rate: number
  today: string
  mayIssue: boolean
  cancel: string
  /** Version, key and the like. */
  children?: ReactNode
}

/**
 * The form of an invoice: due date, lines, totals, notes. Adding, removing and recalculating are submit buttons that return the
 * same form, so it needs no script.
 */
export function InvoiceForm(props: InvoiceFormProps) {
  const { form, fields, parents, feeTypes, templates, rate, today, mayIssue, cancel, children } = props
  const { t } = useTranslation()
  return (
    <form method="post" id={form.id} className="fields" noValidate>
      <ErrorSummary form={form} noun="invoice" />
      {/* The Enter key presses the first button of a form, which must not be one that removes a line. */}
      <button type="submit" className="hidden" name="step" value="draft" tabIndex={-1} aria-hidden="true">
        {t('invoice.save_draft')}
      </button>
      {children}
      <div className="row">
        <DateField
          of={fields.due_on}
          label={t('invoice.due_on')}
          min={today}
          max={addDays(today, longestDays)}
        />
        {parents.length > 1 && (
          <SelectField
            of={fields.payer_parent_id}
            label={t('invoice.payer_parent_id')}
            optional={false}
            blank={false}
            options={optionsOf(parents)}
          />
        )}
      </div>
      <LineFields
        form={form}
        items={fields.items}
        feeTypes={feeTypes}
        rate={rate}
        template={{ of: fields.line_template_id, options: templates }}
      />
      <TextArea of={fields.remark} label={t('invoice.remark')} hint={t('invoice.remark_hint')} rows={2} />
      <TextArea
        of={fields.internal_note}
        label={t('invoice.internal_note')}
        hint={t('invoice.internal_note_hint')}
        rows={2}
      />
      <div className="actions">
        {mayIssue && (
          <SubmitButton name="step" value="issue">
            {t('invoice.save_and_issue')}
          </SubmitButton>
        )}
        <SubmitButton look={mayIssue ? 'plain' : 'primary'} name="step" value="draft">
          {t('invoice.save_draft')}
        </SubmitButton>
        <a href={cancel}>{t('common.action.cancel')}</a>
      </div>
    </form>
  )
}

/** Step one of a new invoice: choose the student. */
interface StudentPickerProps {
  list: ListView<Billable>
  /** Whether the reader may add students, and import them. */
  may: { add: boolean; import: boolean }
}

export function StudentPicker({ list, may }: StudentPickerProps) {
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('invoice.choose_student')}
      open={(row) => paths.invoice.new({ student_id: row.id })}
      cells={{ payer: (row) => row.payer ?? <span className="quiet">{t('invoice.no_payer')}</span> }}
      searchHint={t('invoice.choose_student_hint')}
      empty={{
        title: t('invoice.no_students'),
        hint: t('invoice.no_students_hint'),
        ...(may.add
          ? { action: { label: t('invoice.no_students_add'), href: paths.student.new() } }
          : may.import
            ? { action: { label: t('invoice.no_students_import'), href: paths.import.new() } }
            : {}),
      }}
      actions={
        may.import &&
        list.page.total === 0 && (
          <LinkButton href={paths.import.new()}>{t('invoice.no_students_import')}</LinkButton>
        )
      }
    />
  )
}
