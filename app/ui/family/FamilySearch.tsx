import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

/** One box for whatever somebody at the counter says of themselves. */
export function FamilySearch({ q = '' }: { q?: string }) {
  const { t } = useTranslation()
  return (
    <search>
      <form className="search" action={paths.family.find()}>
        <div className="field find">
          <label htmlFor="family">{t('family.find_label')}</label>
          <input
            type="search"
            id="family"
            name="q"
            defaultValue={q}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
          />
        </div>
        <button type="submit">{t('common.find')}</button>
      </form>
    </search>
  )
}
