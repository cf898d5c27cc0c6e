import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

interface MessagesLineProps {
  parent_id: string
  count: number
  last_at: Date | string | null
  /** Channels on which the family wants no messages. */
  left: readonly string[]
}

/** On a family's page: how many messages it was sent, and the channels that it has turned off. */
export function MessagesLine({ parent_id, count, last_at, left }: MessagesLineProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const date = last_at ? formatInstant(last_at, locale) : ''
  return (
    <p>
      <a href={paths.familyMessage.list(parent_id)}>{t('inbox.family_line', { count, date })}</a>
      {left.length > 0 && (
        <>
          <br />
          {t('inbox.left_line', { channels: left.map((one) => t(`opt_out.channel.${one}`)).join(', ') })}
        </>
      )}
    </p>
  )
}
