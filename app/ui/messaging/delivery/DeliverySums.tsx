import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { deliverySums } from '#app/domain/messaging/delivery/find-deliveries.ts'
import { deliveryStatuses } from '#app/domain/messaging/words.ts'
import { paths } from '#app/paths.ts'

type Sums = NonNullable<Awaited<ReturnType<typeof deliverySums>>>

/** How many messages are in which state, by channel; each number leads to those messages. */
export function DeliverySums({ id, channels, busy }: Pick<Sums, 'id' | 'channels' | 'busy'>) {
  const { t } = useTranslation()
  const shown = deliveryStatuses.filter((status) => channels.some(({ counts }) => counts[status]))
  if (shown.length === 0) return null
  return (
    <section aria-label={t('delivery.sums')}>
      {busy && <p role="status">{t('delivery.busy')}</p>}
      <div className="cards">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('delivery.channel')}</th>
              {shown.map((status) => (
                <th key={status} scope="col">
                  {t(`delivery.statuses.${status}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {channels.map(({ channel, counts }) => (
              <tr key={channel}>
                <th scope="row">{t(`inbox.channel.${channel}`)}</th>
                {shown.map((status) => (
                  <td key={status} data-label={t(`delivery.statuses.${status}`)}>
                    {(counts[status] ?? 0) > 0 && (
                      <a href={paths.delivery.list({ announcement: id, channel, status })}>
                        {formatCount(counts[status] ?? 0)}
                      </a>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
