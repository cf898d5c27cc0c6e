import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface InvitationNoticeProps {
  row: {
    status: string
    has_password: boolean
    email: string | null
    phone: string | null
    invitation_expires_at: Date | string | null
  }
  /** There is an e-mailed invitation that has not expired. */
  invited: boolean
  /** The action for a new invitation, if the reader may send one. */
  invite: { action: string; version: number } | undefined
}

/** How a person without a password can sign in for the first time. */
export function InvitationNotice({ row, invited, invite }: InvitationNoticeProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { status, has_password, email, phone, invitation_expires_at: until } = row
  if (status === 'inactive' || has_password) return null
  const sentence = !email
    ? t('staff.entry.phone', { phone: formatPhone(phone ?? '') })
    : invited && until
      ? t('staff.entry.invited', { email, until: formatInstant(until, locale) })
      : t('staff.entry.expired', { email })
  return (
    <Notice tone={email && !invited ? 'warning' : 'info'}>
      <p>{sentence}</p>
      {email && invite ? (
        <div className="actions">
          <PostButton action={invite.action} fields={{ version: String(invite.version) }}>
            {t('staff.invite_again')}
          </PostButton>
        </div>
      ) : null}
    </Notice>
  )
}
