import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/form/Button.tsx'

interface ParentActionsProps {
  row: { id: string; name: string; status: string; version: number }
  /** `own`: the reader is this parent, and changes what is theirs in their profile. */
  may: { edit: boolean; own: boolean; end: boolean; remove: boolean }
}

/** What can be done with a parent. */
export function ParentActions({ row, may }: ParentActionsProps) {
  const { t } = useTranslation()
  const { id, name } = row
  const version = String(row.version)
  return (
    <>
      {may.edit ? (
        <LinkButton href={may.own ? paths.profile.edit() : paths.parent.edit(id)} look="primary">
          {t('common.action.edit')}
        </LinkButton>
      ) : null}
      {may.end && row.status === 'inactive' ? (
        <PostButton action={paths.parent.status(id)} fields={{ status: 'active', version }}>
          {t('common.action.activate')}
        </PostButton>
      ) : null}
      {may.end && row.status === 'active' ? (
        <ConfirmButton
          label={t('common.action.deactivate')}
          text={t('parent.deactivate_question', { name })}
          action={paths.parent.status(id)}
          confirm={t('common.action.deactivate')}
          fields={{ status: 'inactive', version }}
        />
      ) : null}
      {may.remove ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('parent.remove_question', { name })}
          action={paths.parent.remove(id)}
          confirm={t('common.action.remove')}
          fields={{ version }}
        />
      ) : null}
    </>
  )
}
