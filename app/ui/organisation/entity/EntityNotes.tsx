import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface Props {
  entity_id: string
  /** Of the note that would be written here, so that it is written once. */
  note_id: string
  rows: readonly { id: string; body: string; author: string; created_at: Date | string }[]
  mayWrite: boolean
}

/** What operators want each other to know of an organisation. */
export function EntityNotes({ entity_id, note_id, rows, mayWrite }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Section title={t('entity.notes')} id="notes">
      <p className="quiet small">{t('entity.notes_hint')}</p>
      {rows.length > 0 && (
        <ul className="facts">
          {rows.map(({ id, body, author, created_at }) => (
            <li key={id}>
              <div>
                <p>{unbroken(body)}</p>
                <p className="quiet small">{unbroken(`${author}, ${formatInstant(created_at, locale)}`)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form method="post" action={paths.admin.entity.note(entity_id)} className="fields section" noValidate>
          <input type="hidden" name="note_id" value={note_id} />
          <div className="field">
            <label htmlFor="body">{t('entity.body')}</label>
            <textarea id="body" name="body" rows={2} maxLength={1000} required />
          </div>
          <div className="actions">
            <button type="submit">{t('entity.write_note')}</button>
          </div>
        </form>
      )}
    </Section>
  )
}
