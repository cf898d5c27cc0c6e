import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface ReceivedProps {
  /** What was received in money: rounded, where it is cash. */
  sen: number
  /** Cash to give back; null where none was counted. */
  change_sen: number | null
  /** Receipt number and payer. */
  about: string
}

/** What a clerk and a payer look at after money was taken: the amount received, and the change beside it. */
export function Received({ sen, change_sen, about }: ReceivedProps) {
  const { t } = useTranslation()
  return (
    <header className="received">
      <div>
        <h1>{t('counter.received', { amount: formatRinggit(sen) })}</h1>
        <p>{unbroken(about)}</p>
      </div>
      {change_sen !== null && change_sen > 0 && (
        <p className="change">
          <small>{t('counter.change')}</small> <b>{formatRinggit(change_sen)}</b>
        </p>
      )}
    </header>
  )
}
