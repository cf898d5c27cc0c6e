import { formatRinggit } from '#app/domain/core/money.ts'

/** Lines with what they come to, beside a form that was opened on others. */
export function LinesInBrief({
  items,
}: {
  items: readonly { position: number; description: string; amount_sen: number }[]
}) {
  return (
    <ul>
      {items.map(({ position, description, amount_sen }) => (
        <li key={position}>
          {description}: {formatRinggit(amount_sen)}
        </li>
      ))}
    </ul>
  )
}
