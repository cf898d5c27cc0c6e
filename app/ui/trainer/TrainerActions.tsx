import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/form/Button.tsx'

interface Props {
  row: { id: string; staff_id: string; name: string; status: string; version: number }
  may: { edit: boolean; end: boolean; remove: boolean; roles: boolean }
}

/** What can be done with a trainer; who is more than that stops being one by their roles. */
export function TrainerActions({ row, may }: Props) {
  const { t } = useTranslation()
  const { id, name } = row
  const version = String(row.version)
  return (
    <>
      {may.edit ? (
        <LinkButton href={paths.trainer.edit(id)} look="primary">
          {t('common.action.edit')}
        </LinkButton>
      ) : null}
      {may.roles ? <LinkButton href={paths.staff.role(row.staff_id)}>{t('staff.roles')}</LinkButton> : null}
      {may.end && row.status === 'inactive' ? (
        <PostButton action={paths.trainer.status(id)} fields={{ status: 'active', version }}>
          {t('common.action.activate')}
        </PostButton>
      ) : null}
      {may.end && row.status !== 'inactive' ? (
        <ConfirmButton
          label={t('common.action.deactivate')}
          text={t('trainer.deactivate_question', { name })}
          action={paths.trainer.status(id)}
          confirm={t('common.action.deactivate')}
          fields={{ status: 'inactive', version }}
        />
      ) : null}
      {may.remove ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('staff.remove_question', { name })}
          action={paths.trainer.remove(id)}
          confirm={t('common.action.remove')}
          fields={{ version }}
        />
      ) : null}
    </>
  )
}
