import { formatRinggit } from '#app/domain/money.ts'

/** The amount that a page is about, in large figures. A `settled` one is ruled off, as in a ledger. */
export function Amount({
  sen,
  label,
  settled,
}: {
  sen: number
  label?: string
  settled?: boolean | undefined
}) {
  const [before = '', after = ''] = formatRinggit(sen).split('RM')
  const figures = `${before}${after}`
  return (
    <div>
      {label && <p className="quiet">{label}</p>}
      <p className="amount">
        <span>RM</span>
        {settled ? <b>{figures}</b> : figures}
      </p>
    </div>
  )
}
