import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'

interface NounActionsProps {
  row: { id: string; name: string; status: string; version: number }
  /** Addresses of the noun. */
  to: Record<'edit' | 'status' | 'remove', (id: string) => string>
  /** Group of the language files that asks whether it should be removed. */
  noun: string
  may: { edit: boolean; remove: boolean }
  /** Verbs of this noun alone, before the one that removes it. */
  children?: ReactNode
}

/** What can be done with a row of a list that an organisation keeps: edit it, switch it on and off, remove it. */
export function NounActions({ row, to, noun, may, children }: NounActionsProps) {
  const { t } = useTranslation()
  const { id, name } = row
  const version = String(row.version)
  const next = row.status === 'active' ? 'inactive' : 'active'
  return (
    <>
      {may.edit ? (
        <>
          <LinkButton href={to.edit(id)} look="primary">
            {t('common.action.edit')}
          </LinkButton>
          {row.status !== 'closed' && (
            <PostButton action={to.status(id)} fields={{ status: next, version }}>
              {t(next === 'active' ? 'common.action.activate' : 'common.action.deactivate')}
            </PostButton>
          )}
        </>
      ) : null}
      {children}
      {may.remove ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t(`${noun}.remove_question`, { name })}
          action={to.remove(id)}
          confirm={t('common.action.remove')}
          fields={{ version }}
        />
      ) : null}
    </>
  )
}
