import { useTranslation } from 'react-i18next'
import type { MailServerFault } from '#app/domain/organisation/mail-server/mail-server.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

interface Props {
  fault: MailServerFault | null
  /** It stays in use all the same. */
  verified: boolean
}

/** Why the mail server did not do what was asked of it the last time, and what helps. */
export function MailFault({ fault, verified }: Props) {
  const { t } = useTranslation()
  if (!fault) return null
  return (
    <Notice
      tone={verified ? 'warning' : 'error'}
      title={t(fault === 'code' ? 'mail_server.verify_failed' : 'mail_server.test_failed')}
    >
      {t(`mail_server.fault.${fault}`)}
    </Notice>
  )
}
