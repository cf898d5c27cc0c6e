import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { MoneyField } from '#app/ui/core/form/fields.tsx'

interface PartFormProps {
  /** What is paid, and how; both stay as they are. */
  codes: readonly string[]
  way: string
  part: {
    least_sen: number
    most_sen: number
    /** Whether who reads it may pay a part, or has to sign in. */
    signed_in: boolean
    typed: string | null
    fault: string | null
  }
}

/** Less than all of it: the page comes again with this sum, so that it is seen before a bank is chosen. */
export function PartForm({ codes, way, part }: PartFormProps) {
  const { t } = useTranslation()
  const { least_sen, most_sen, signed_in, typed, fault } = part
  if (!signed_in)
    return (
      <p className="small">
        <a href={paths.loginPhone({ to: paths.payment.submit(codes) })}>{t('payment.choose.part_sign_in')}</a>
      </p>
    )
  const field = {
    ...{ id: 'part', name: 'part', descriptionId: 'part-hint', errorId: 'part-error', required: true },
    ...{ initialValue: typed ?? '', errors: fault ? [fault] : undefined },
  }
  return (
    <details className="confirm" open={typed !== null}>
      <summary>{t('payment.choose.part_open')}</summary>
      <form method="get" action={paths.payment.submit()} className="fields" noValidate>
        {codes.map((code) => (
          <input key={code} type="hidden" name="invoice" value={code} />
        ))}
        <input type="hidden" name="model" value={way} />
        <MoneyField
          of={field}
          label={t('payment.choose.part')}
          hint={t('payment.choose.part_hint', {
            least: formatRinggit(least_sen),
            most: formatRinggit(most_sen),
          })}
        />
        <div className="actions">
          <SubmitButton look="plain">{t('payment.choose.part_go')}</SubmitButton>
          {typed !== null && <a href={paths.payment.submit(codes, way)}>{t('payment.choose.part_whole')}</a>}
        </div>
      </form>
    </details>
  )
}
