import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import type { ReminderWords } from '#app/server/reminders/preview.ts'
import { WordingPreview } from './ReminderSettings.tsx'

interface Props {
  words: ReminderWords
  /** The text of the message that a person sends by WhatsApp. */
  whatsapp?: string | null
  /** Shown at once; else behind its tone. */
  open?: boolean
}

/** What a family would read, word for word, in its language, by each way that it may be sent. */
export function ReminderPreview({
  words: { level, locale, mail, sms, elsewhere },
  whatsapp,
  open = false,
}: Props) {
  const { t } = useTranslation()
  return (
    <details open={open}>
      <summary>{t('reminder.preview', { level: t(`reminder.levels.${level}`) })}</summary>
      {elsewhere > 0 && <p className="hint">{t('reminder.preview_elsewhere', { count: elsewhere })}</p>}
      <h3>
        {mail.address ? t('reminder.preview_mail', { address: mail.address }) : t('reminder.preview_no_mail')}
      </h3>
      {(mail.address || !sms) && <WordingPreview wording={mail} locale={locale} />}
      {sms && (
        <>
          <h3>{t('reminder.preview_sms', { phone: formatPhone(sms.to) })}</h3>
          <WordingPreview wording={{ text: sms.text }} locale={locale} />
        </>
      )}
      {whatsapp && (
        <>
          <h3>{t('reminder.preview_whatsapp')}</h3>
          <WordingPreview wording={{ text: whatsapp }} locale={locale} />
        </>
      )}
    </details>
  )
}
