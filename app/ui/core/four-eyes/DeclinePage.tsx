import { useTranslation } from 'react-i18next'
import { requestPaths } from '#app/addresses/request-paths.ts'
import type { RequestNoun } from '#app/domain/core/four-eyes/four-eyes.ts'
import { DeclineFrame, type DeclineFrameProps } from './DeclineFrame.tsx'

export interface DeclinePageProps extends Omit<DeclineFrameProps, 'noun' | 'back' | 'items'> {
  noun: RequestNoun
  /** What the way back is called; it leads to the row. */
  back: string
  row: { id: string; requester: string | null; reason: string | null }
  /** What it is about; who asked and why comes after. */
  items: NonNullable<DeclineFrameProps['items']>
}

/** Turns down what somebody in an organisation asked of another, or calls it off, with a reason. */
export function DeclinePage({ noun, row, back, items, ...frame }: DeclinePageProps) {
  const { t } = useTranslation()
  return (
    <DeclineFrame
      {...frame}
      noun={noun}
      back={{ label: back, href: requestPaths[noun].view(row.id) }}
      items={[
        ...items,
        { label: t(`${noun}.requester`), value: row.requester },
        { label: t(`${noun}.reason`), value: row.reason },
      ]}
    />
  )
}
