import { useTranslation } from 'react-i18next'
import { mostStudents } from '#app/domain/core/invoicing/invoice-status.ts'
import { Options, optionsOf } from '#app/ui/core/form/SelectField.tsx'

interface ClassPickerProps {
  subjects: readonly { id: string; name: string }[]
  subject_id?: string | undefined
  q?: string | undefined
  /** There are more students than are shown. */
  more: boolean
}

/** Of which class students are billed, and which of them where there are many: a form that reads. */
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
