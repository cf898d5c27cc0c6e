import { useTranslation } from 'react-i18next'
import { whatsAppLink } from '#app/domain/core/contact/links.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface AdultsSectionProps {
  rows: readonly {
    id: string
    name: string
    phone: string
    email: string | null
    relationship: string
    pays: boolean
  }[]
}

/** The parents of a family with relationship, payer and contacts. */
export function AdultsSection({ rows }: AdultsSectionProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('family.parents')}>
      <Facts
        items={rows.map(({ id, name, phone, email, relationship, pays }) => ({
          label: [t(`parent.relationships.${relationship}`), pays && t('family.pays')]
            .filter(Boolean)
            .join(' · '),
          value: (
            <>
              <a href={paths.parent.view(id)}>{name}</a>
              <br />
              <Phone number={phone} />
              {' · '}
              <a href={whatsAppLink(phone, '')} aria-label={`${t('family.whatsapp')} ${name}`}>
                {t('family.whatsapp')}
              </a>
              {email ? (
                <>
                  {' · '}
                  <Email address={email} />
                </>
              ) : null}
            </>
          ),
        }))}
      />
    </Section>
  )
}

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

/** Notes of the office; a struck note stays readable. */
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

interface FamilyFile {
  id: string
  name: string
  content_type: string
  size_bytes: number
  giver: string
  created_at: Date | string
  remover: string | null
  removed_at: Date | string | null
}

interface FilesSectionProps {
  parent_id: string
  rows: readonly FamilyFile[]
  mayRemove: boolean
}

/** Files of a family, including the names of removed ones. */
export function FilesSection({ parent_id, rows, mayRemove }: FilesSectionProps) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('family.files')}
      id="files"
      actions={<LinkButton href={paths.family.file(parent_id)}>{t('family.add_file')}</LinkButton>}
    >
      {rows.length > 0 ? (
        <ul className="facts">
          {rows.map((file) => (
            <OneFile key={file.id} file={file} mayRemove={mayRemove} />
          ))}
        </ul>
      ) : (
        <p className="quiet">{t('family.no_files')}</p>
      )}
    </Section>
  )
}

function OneFile({ file, mayRemove }: { file: FamilyFile; mayRemove: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, name, content_type, size_bytes, giver, created_at, remover, removed_at } = file
  const meta = t('family.file_meta', {
    kind: t(`family.kinds.${content_type.replace(/^.*\//, '')}`),
    size: `${Math.max(1, Math.round(size_bytes / 1000))} kB`,
    name: giver,
    at: formatInstant(created_at, locale),
  })
  return (
    <li>
      <div>
        {removed_at ? <s>{unbroken(name)}</s> : <a href={paths.family.getFile(id)}>{unbroken(name)}</a>}
        <p className="quiet small">{unbroken(meta)}</p>
        {removed_at ? (
          <p className="quiet small">
            {t('family.file_removed', { name: remover, at: formatInstant(removed_at, locale) })}
          </p>
        ) : null}
      </div>
      {mayRemove && !removed_at ? (
        <ConfirmButton
          label={t('family.remove_file')}
          text={t('family.remove_file_question', { file: name })}
          action={paths.family.removeFile(id)}
          confirm={t('family.remove_file')}
        />
      ) : null}
    </li>
  )
}

interface ChangeRow {
  id: string
  at: Date | string
  action: string
  about: string | null
  actor_name: string | null
}

const changeColumns = columnsOf<ChangeRow>()(
  { key: 'action', label: 'audit.action', words: 'audit.actions' },
  { key: 'about', label: 'audit.about', room: 'who' },
  { key: 'actor_name', label: 'audit.actor', none: 'audit.actor_types.guest' },
  { key: 'at', label: 'audit.at', kind: 'instant' },
)

/** The last changes to the people of a family, and by whom. */
export function ChangesSection({ rows }: { rows: readonly ChangeRow[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <TableSection
      title={t('family.changes')}
      columns={changeColumns}
      rows={rows}
      open={({ id }) => paths.log.entry(id)}
      brief
    />
  )
}
