import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { WrittenText } from '#app/ui/messaging/announcement/WrittenText.tsx'
import { Letterhead, type Sender } from '../head/Letterhead.tsx'

export interface MessageDocumentProps {
  organisation: Sender
  /** An address that whoever renders the sheet can reach. */
  logo: string | null
  subject: string
  /** To whom it was sent. */
  name: string
  /** When it was sent. */
  at: Date | string
  /** Made by `toHtml`. */
  html: string
  locale: string
  /** Names of pictures and attachments, which are not printed. */
  files: readonly { file_id: string; name: string }[]
}

/** A message on paper, under the organisation's letterhead. */
export function MessageDocument({
  organisation,
  logo,
  subject,
  name,
  at,
  html,
  locale,
  files,
}: MessageDocumentProps) {
  const { t, i18n } = useTranslation()
  return (
    <main className="paper">
      <Letterhead organisation={organisation} logo={logo} />
      <div className="heading">
        <h1>{subject}</h1>
        <p>{t('inbox.to', { name, at: formatInstant(at, i18n.language as Locale) })}</p>
      </div>
      <WrittenText html={html} lang={languageTag(locale)} />
      {files.length > 0 && (
        <p>
          {t('inbox.attachments')}: {files.map((file) => file.name).join(', ')}
        </p>
      )}
    </main>
  )
}
