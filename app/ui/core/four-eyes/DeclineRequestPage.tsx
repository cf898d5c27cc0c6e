import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import type { DeclinedRequest } from '#app/server/requests/request-kit.ts'
import { DeclineFrame, type DeclineFrameProps } from './DeclineFrame.tsx'

interface DeclineRequestPageProps {
  request: DeclinedRequest
  answer: DeclineFrameProps['answer']
}

/** Turns down what somebody in an organisation asked of another, or calls it off, with a reason. */
export function DeclineRequestPage({ request, answer }: DeclineRequestPageProps) {
  const { noun, verb, row, subtitle, back, text, items } = request
  const { t } = useTranslation()
  return (
    <DeclineFrame
      noun={noun}
      title={t(`${noun}.${verb}_title`)}
      subtitle={subtitle}
      back={{ label: back ?? t(`${noun}.one`), href: paths[noun].view(row.id) }}
      submit={t(`${noun}.${verb}`)}
      {...(text === undefined ? {} : { text })}
      items={[
        ...items,
        { label: t(`${noun}.requester`), value: row.requester },
        { label: t(`${noun}.reason`), value: row.reason },
      ]}
      answer={answer}
    />
  )
}
