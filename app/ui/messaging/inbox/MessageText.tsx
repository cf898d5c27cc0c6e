import { useTranslation } from 'react-i18next'
import { languageTag } from '#app/i18n/locales.ts'
import { WrittenText } from '#app/ui/messaging/announcement/WrittenText.tsx'

interface MessageTextProps {
  /** Made by `toHtml`, which lets no HTML of its writer through. */
  html: string
  /** The language in which it is written. */
  locale: string
  files: readonly { file_id: string; name: string; kind: 'picture' | 'attachment' }[]
  /** Where a file of it is fetched. */
  fileHref: (file_id: string) => string
}

/** What a message says, with its pictures and attachments. */
export function MessageText({ html, locale, files, fileHref }: MessageTextProps) {
  const { t } = useTranslation()
  const pictures = files.filter(({ kind }) => kind === 'picture')
  const attachments = files.filter(({ kind }) => kind === 'attachment')
  return (
    <div className="letter">
      <WrittenText html={html} lang={languageTag(locale)} />
      {pictures.map(({ file_id, name }) => (
        <p key={file_id}>
          <img src={fileHref(file_id)} alt={name} loading="lazy" />
        </p>
      ))}
      {attachments.length > 0 && (
        <>
          <h2>{t('inbox.attachments')}</h2>
          <ul>
            {attachments.map(({ file_id, name }) => (
              <li key={file_id}>
                <a href={fileHref(file_id)}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
