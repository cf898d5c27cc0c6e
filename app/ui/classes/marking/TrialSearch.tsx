import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

interface TrialSearchProps {
  session_id: string
  q: string
  /** Null where nothing was searched for. */
  found: readonly { id: string; name: string; student_no: string }[] | null
}

/** Finds a student who is not enrolled and tries the class; choosing one adds a line to the form. */
export function TrialSearch({ session_id, q, found }: TrialSearchProps) {
  const { t } = useTranslation()
  return (
    <details className="section" open={found !== null}>
      <summary>{t('marking.trial_add')}</summary>
      <search>
        <form className="search" action={paths.marking.mark(session_id)}>
          <div className="field find">
            <label htmlFor="trial">{t('marking.trial_add')}</label>
            <p className="hint" id="trial-hint">
              {t('marking.trial_hint')}
            </p>
            <input
              type="search"
              id="trial"
              name="q"
              defaultValue={q}
              maxLength={100}
              autoComplete="off"
              aria-describedby="trial-hint"
            />
          </div>
          <button type="submit">{t('marking.trial_find')}</button>
        </form>
      </search>
      {found?.length === 0 && <p className="quiet">{t('marking.trial_nothing')}</p>}
      {found && found.length > 0 && (
        <ul className="todo">
          {found.map(({ id, name, student_no }) => (
            <li key={id}>
              <a href={paths.marking.mark(session_id, { trial: id })}>{t('marking.trial_use', { name })}</a>{' '}
              <span className="quiet small">{student_no}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
