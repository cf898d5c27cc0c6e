import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/form/Button.tsx'

interface Props {
  row: { id: string; name: string; status: string; version: number }
  may: { edit: boolean; end: boolean; remove: boolean; give: boolean }
}

/** What a manager can do with a staff member. */
export function StaffActions({ row, may }: Props) {
  const { t } = useTranslation()
  const { id, name } = row
  const version = String(row.version)
  return (
    <>
      {may.edit ? (
        <LinkButton href={paths.staff.edit(id)} look="primary">
          {t('common.action.edit')}
        </LinkButton>
      ) : null}
      {may.give ? <LinkButton href={paths.staff.role(id)}>{t('staff.roles')}</LinkButton> : null}
      {may.end && row.status === 'inactive' ? (
        <PostButton action={paths.staff.status(id)} fields={{ status: 'active', version }}>
          {t('common.action.activate')}
        </PostButton>
      ) : null}
      {may.end && row.status !== 'inactive' ? (
        <ConfirmButton
          label={t('common.action.deactivate')}
          text={t('staff.deactivate_question', { name })}
          action={paths.staff.status(id)}
          confirm={t('common.action.deactivate')}
          fields={{ status: 'inactive', version }}
        />
      ) : null}
      {may.remove ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('staff.remove_question', { name })}
          action={paths.staff.remove(id)}
          confirm={t('common.action.remove')}
          fields={{ version }}
        />
      ) : null}
    </>
  )
}
