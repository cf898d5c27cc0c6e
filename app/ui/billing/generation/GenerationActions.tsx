import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'

interface GenerationActionsProps {
  record: { id: string; version: number }
  counts: { ready: number; failed: number; invoices: number; total_sen: number }
  may: Record<'run' | 'print' | 'again' | 'remove' | 'retry' | 'undo', boolean>
}

/** What can be done with a preview or a run as it is. */
export function GenerationActions({ record: { id, version }, counts, may }: GenerationActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  const invoices = formatCount(counts.invoices)
  return (
    <>
      {may.run && (
        <ConfirmButton
          label={t('generation.run')}
          text={t('generation.run_text', {
            ...{ count: counts.invoices, invoices, amount: formatRinggit(counts.total_sen) },
          })}
          action={paths.generation.run(id)}
          confirm={t('generation.run_confirm', { invoices })}
          fields={fields}
          look="primary"
        />
      )}
      {may.retry && (
        <PostButton action={paths.generation.retry(id)} look="primary" fields={fields}>
          {t('generation.retry', { count: counts.failed, students: formatCount(counts.failed) })}
        </PostButton>
      )}
      <LinkButton href={paths.generation.students(id)}>{t('generation.all_students')}</LinkButton>
      {may.print && (
        <PostButton action={paths.exported('invoice', 'papers', `generation_id=${id}&sort=number`)}>
          {t('generation.print_all')}
        </PostButton>
      )}
      {may.again && (
        <PostButton action={paths.generation.again(id)} fields={fields}>
          {t('generation.again')}
        </PostButton>
      )}
      {may.undo && <LinkButton href={paths.generation.undo(id)}>{t('generation.undo')}</LinkButton>}
      {may.remove && (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('generation.remove_text')}
          action={paths.generation.remove(id)}
          confirm={t('generation.remove_confirm')}
          fields={fields}
        />
      )}
    </>
  )
}
