import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'

interface PersonActionsProps {
  row: { id: string; name: string; status: string; version: number }
  /** Addresses of the noun. */
  to: Record<'edit' | 'status' | 'remove', (id: string) => string>
  /** What is asked before somebody is deactivated or removed. */
  questions: { end: string; remove: string }
  may: { edit: boolean; end: boolean; remove: boolean }
  /** Verbs of the noun's own, after the first. */
  children?: ReactNode
}

/** What can be done with a person: change, deactivate and take back, remove; ending asks first, unlike a row of a list. */
export function PersonActions({ row, to, questions, may, children }: PersonActionsProps) {
  const { t } = useTranslation()
  const { id } = row
  const version = String(row.version)
  return (
    <>
      {may.edit ? (
        <LinkButton href={to.edit(id)} look="primary">
          {t('common.action.edit')}
        </LinkButton>
      ) : null}
      {children}
      {may.end && row.status === 'inactive' ? (
        <PostButton action={to.status(id)} fields={{ status: 'active', version }}>
          {t('common.action.activate')}
        </PostButton>
      ) : null}
      {may.end && row.status !== 'inactive' ? (
        <ConfirmButton
          label={t('common.action.deactivate')}
          text={questions.end}
          action={to.status(id)}
          confirm={t('common.action.deactivate')}
          fields={{ status: 'inactive', version }}
        />
      ) : null}
      {may.remove ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={questions.remove}
          action={to.remove(id)}
          confirm={t('common.action.remove')}
          fields={{ version }}
        />
      ) : null}
    </>
  )
}
