import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface KeptFile {
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
  rows: readonly KeptFile[]
  mayRemove: boolean
}

/** What the office keeps of a family on paper; of what was removed, that it was there. */
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

function OneFile({ file, mayRemove }: { file: KeptFile; mayRemove: boolean }) {
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
