import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'

interface LineActionsProps {
  line: { id: string; version: number; family: string | null; parent_id: string | null }
  may: { decide: boolean; reopen: boolean; undo: boolean }
}

/** What can be done with a line as it is. */
export function LineActions({ line: { id, version, family, parent_id }, may }: LineActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  return (
    <>
      {may.decide && family !== null && parent_id !== null && (
        <>
          <PostButton action={paths.bankLine.accept(id)} look="primary" fields={fields}>
            {t('bank_line.accept')}
          </PostButton>
          <LinkButton href={paths.bankLine.assign(id, parent_id)}>{t('bank_line.in_parts')}</LinkButton>
        </>
      )}
      {may.decide && <LinkButton href={paths.bankLine.ignore(id)}>{t('bank_line.ignore')}</LinkButton>}
      {may.reopen && (
        <PostButton action={paths.bankLine.reopen(id)} fields={fields}>
          {t('bank_line.reopen')}
        </PostButton>
      )}
      {may.undo && (
        <ConfirmButton
          label={t('bank_line.undo')}
          text={t('bank_line.undo_text')}
          action={paths.bankLine.undo(id)}
          confirm={t('bank_line.undo_confirm')}
          fields={fields}
        />
      )}
    </>
  )
}
