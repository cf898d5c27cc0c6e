import { useTranslation } from 'react-i18next'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import type { RolloverPageData } from '#app/server/rollovers/rollover-page.ts'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type RolloverActionsProps = Pick<RolloverPageData, 'counts' | 'may'> & {
  record: { id: string; version: number; bills_from: string; status: string }
}

/** What can be done with a change of year as it is. */
export function RolloverActions({ record, counts, may }: RolloverActionsProps) {
  const { id, version, bills_from, status } = record
  const { t } = useTranslation()
  const { locale } = usePage()
  const fields = { version: String(version) }
  const isPlanning = status === 'planning'
  return (
    <>
      {may.run && counts && (
        <ConfirmButton
          label={t('rollover.run')}
          text={t('rollover.run_text', {
            ...{ promote: formatCount(counts.promote), end: formatCount(counts.end) },
            ...{ prices: formatCount(counts.prices), month: formatMonth(bills_from.slice(0, 7), locale) },
          })}
          action={paths.rollover.run(id)}
          confirm={t('rollover.run_confirm')}
          fields={fields}
        />
      )}
      {may.change && (
        <>
          <PostButton
            action={paths.rollover.preview(id)}
            look={isPlanning ? 'primary' : 'plain'}
            fields={fields}
          >
            {t(isPlanning ? 'rollover.make_preview' : 'rollover.again')}
          </PostButton>
          <LinkButton href={paths.rollover.discounts(id)}>{t('rollover.to_discounts')}</LinkButton>
          <LinkButton href={paths.rollover.edit(id)}>{t('rollover.edit')}</LinkButton>
          <ConfirmButton
            label={t('common.action.remove')}
            text={t('rollover.remove_text')}
            action={paths.rollover.remove(id)}
            confirm={t('rollover.remove_confirm')}
            fields={fields}
          />
        </>
      )}
      {may.undo && <LinkButton href={paths.rollover.undo(id)}>{t('rollover.undo')}</LinkButton>}
    </>
  )
}
