import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'

interface StudentActionsProps {
  row: { id: string; name: string; version: number }
  may: { edit: boolean; change: boolean; bill: boolean; remove: boolean }
}

/** What can be done with a student. */
export function StudentActions({ row, may }: StudentActionsProps) {
  const { t } = useTranslation()
  const { id, name, version } = row
  return (
    <>
      {may.edit ? (
        <>
          <LinkButton href={paths.student.edit(id)} look="primary">
            {t('common.action.edit')}
          </LinkButton>
          <LinkButton href={paths.student.status(id)}>{t('student.change_status')}</LinkButton>
        </>
      ) : null}
      {may.change ? (
        <LinkButton href={paths.studentChange.new(id)}>{t('student_change.new')}</LinkButton>
      ) : null}
      {may.bill ? <LinkButton href={paths.invoice.newFor(id)}>{t('invoice.new')}</LinkButton> : null}
      {may.remove ? (
        <ConfirmButton
          label={t('common.action.remove')}
          text={t('student.remove_question', { name })}
          action={paths.student.remove(id)}
          confirm={t('common.action.remove')}
          fields={{ version: String(version) }}
        />
      ) : null}
    </>
  )
}
