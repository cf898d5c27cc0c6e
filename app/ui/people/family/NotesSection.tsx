import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface NotesSectionProps {
  parent_id: string
  form_key: string
  rows: readonly {
    id: string
    body: string
    writer: string
    created_at: Date | string
    striker: string | null
    struck_at: Date | string | null
  }[]
}

/** What colleagues want each other to know; a note that is struck out stays to be read. */
export function NotesSection({ parent_id, form_key, rows }: NotesSectionProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Section title={t('family.notes')} id="notes">
      <p className="quiet small">{t('family.notes_hint')}</p>
      {rows.length > 0 ? (
        <ul className="facts">
          {rows.map(({ id, body, writer, created_at, striker, struck_at }) => (
            <li key={id}>
              <div>
                <p>{struck_at ? <s>{unbroken(body)}</s> : unbroken(body)}</p>
                <p className="quiet small">{unbroken(`${writer}, ${formatInstant(created_at, locale)}`)}</p>
                {struck_at ? (
                  <p className="quiet small">
                    {t('family.struck', { name: striker, at: formatInstant(struck_at, locale) })}
                  </p>
                ) : null}
              </div>
              {struck_at ? null : (
                <PostButton action={paths.family.strikeNote(id)} look="link">
                  {t('family.strike')}
                </PostButton>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <form method="post" action={paths.family.note(parent_id)} className="fields section" noValidate>
        <input type="hidden" name="form_key" value={form_key} />
        <div className="field">
          <label htmlFor="body">{t('family.body')}</label>
          <textarea id="body" name="body" rows={2} maxLength={2000} required />
        </div>
        <div className="actions">
          <button type="submit">{t('family.write_note')}</button>
        </div>
      </form>
    </Section>
  )
}
