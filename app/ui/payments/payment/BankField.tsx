import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { SelectField } from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export interface BanksOffered {
  choices: readonly { code: string; name: string; online: boolean }[]
  /** When FPX last said which of them are there. */
  fetched_at: Date | string | null
  stale: boolean
}

/** PayNet's list of banks: those that are offline stay in it, marked, and cannot be chosen. */
export function BankField({ of, banks }: { of: FieldOf; banks: BanksOffered }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { choices, fetched_at, stale } = banks
  const time = fetched_at && formatInstant(fetched_at, locale)
  return (
    <SelectField
      of={of}
      label={t('fpx.bank.label')}
      optional={false}
      blank={t('fpx.bank.select')}
      hint={t(stale ? 'fpx.bank.stale' : 'fpx.bank.checked', { time })}
      options={choices.map(({ code, name, online }) => ({
        value: code,
        label: online ? name : t('fpx.bank.offline', { name }),
        disabled: !online,
      }))}
    />
  )
}
