import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'

interface StatementActionsProps {
  record: { id: string; version: number }
  may: { map: boolean; undo: boolean }
}

/** What can be done with a statement as it is. */
export function StatementActions({ record: { id, version }, may }: StatementActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  return (
    <>
      {may.map ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('bank_statement.remove_text')}
          action={paths.bankStatement.remove(id)}
          confirm={t('bank_statement.remove_confirm')}
          fields={fields}
        />
      ) : (
        <LinkButton href={paths.bankLine.of(id)}>{t('bank_statement.all_lines')}</LinkButton>
      )}
      {may.undo && (
        <ConfirmButton
          label={t('bank_statement.undo')}
          text={t('bank_statement.undo_text')}
          action={paths.bankStatement.undo(id)}
          confirm={t('bank_statement.undo_confirm')}
          fields={fields}
        />
      )}
    </>
  )
}
