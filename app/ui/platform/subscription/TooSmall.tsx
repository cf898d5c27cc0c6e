import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

interface Props {
  choices: readonly {
    id: string
    name: string
    over: readonly { noun: string; has: number; limit: number }[]
  }[]
}

/** Packages that do not fit, each with all that there is too much of. */
export function TooSmall({ choices }: Props) {
  const { t } = useTranslation()
  return choices
    .filter(({ over }) => over.length > 0)
    .map(({ id, name, over }) => (
      <Notice key={id} tone="info" title={t('subscription.own.too_small', { name })}>
        <ul>
          {over.map(({ noun, has, limit }) => (
            <li key={noun}>
              {t(noun === 'storage' ? 'subscription.own.too_small_files' : 'subscription.own.too_small_row', {
                what: t(`subscription.own.limit.${noun}`),
                ...{ has, limit },
              })}
            </li>
          ))}
        </ul>
      </Notice>
    ))
}
