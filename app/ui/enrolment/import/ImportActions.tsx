import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { RowStatus } from '#app/domain/enrolment/imports/import.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'

interface ImportActionsProps {
  record: { id: string; version: number; status: string }
  counts: Record<RowStatus, number>
  may: { map: boolean; mend: boolean; run: boolean; undo: boolean; remove: boolean; report: boolean }
}

/** What can be done with an import as it is. */
export function ImportActions({ record: { id, version }, counts, may }: ImportActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  const count = formatCount(counts.ready)
  return (
    <>
      {may.run && counts.wrong === 0 && counts.pending === 0 && counts.ready > 0 && (
        <ConfirmButton
          label={t('import.run')}
          text={t('import.run_text', { count: counts.ready, rows: count })}
          action={paths.import.run(id)}
          confirm={t('import.run_confirm', { rows: count })}
          fields={fields}
        />
      )}
      {may.mend && counts.wrong > 0 && (
        <ConfirmButton
          label={t('import.leave_wrong')}
          text={t('import.leave_wrong_text', { rows: formatCount(counts.wrong) })}
          action={paths.import.leaveWrong(id)}
          confirm={t('import.leave_wrong_confirm')}
          fields={fields}
        />
      )}
      {may.map && <LinkButton href={paths.import.map(id)}>{t('import.map')}</LinkButton>}
      {may.report && <LinkButton href={paths.import.report(id)}>{t('import.report')}</LinkButton>}
      {may.undo && (
        <ConfirmButton
          label={t('import.undo')}
          text={t('import.undo_text')}
          action={paths.import.undo(id)}
          confirm={t('import.undo_confirm')}
          fields={fields}
        />
      )}
      {may.remove && (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('import.remove_text')}
          action={paths.import.remove(id)}
          confirm={t('import.remove_confirm')}
          fields={fields}
        />
      )}
    </>
  )
}
