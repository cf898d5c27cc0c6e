import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'

interface Props {
  row: { id: string; version: number; students: readonly { is_alike: boolean; status: string }[] }
  form_key: string
  may: { decide: boolean; withdraw: boolean; fee: boolean }
}

/** What can be done with an application as a whole. */
export function ApplicationActions({ row, form_key, may }: Props) {
  const { t } = useTranslation()
  const { id, version, students } = row
  // Who is like somebody on file is looked at first.
  const isAlike = students.some(({ is_alike, status }) => is_alike && status === 'pending')
  const isAlone = students.filter(({ status }) => status === 'pending').length === 1
  return (
    <>
      {may.decide && !isAlike ? (
        <PostButton
          action={paths.application.approve(id)}
          look="primary"
          fields={{ version: String(version), form_key }}
        >
          {t(isAlone ? 'application.approve' : 'application.approve_all')}
        </PostButton>
      ) : null}
      {may.decide ? (
        <LinkButton href={paths.application.reject(id)}>
          {t(isAlone ? 'application.reject' : 'application.reject_all')}
        </LinkButton>
      ) : null}
      {may.fee ? (
        <LinkButton href={paths.application.fee(id)}>{t('application.fee_receive')}</LinkButton>
      ) : null}
      {may.withdraw ? (
        <ConfirmButton
          label={t('application.withdraw')}
          text={t('application.withdraw_text')}
          action={paths.application.withdraw(id)}
          confirm={t('application.withdraw_confirm')}
        />
      ) : null}
    </>
  )
}
