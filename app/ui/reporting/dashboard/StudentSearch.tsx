import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

/** The quickest way from a person at the counter to an invoice. */
export function StudentSearch() {
  const { t } = useTranslation()
  return (
    <search>
      <form className="search" action={paths.invoice.new()}>
        <div className="field find">
          <label htmlFor="q">{t('dashboard.bill_student')}</label>
          <input type="search" id="q" name="q" maxLength={100} enterKeyHint="search" autoComplete="off" />
        </div>
        <button type="submit">{t('common.find')}</button>
      </form>
    </search>
  )
}
