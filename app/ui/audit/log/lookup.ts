import { useTranslation } from 'react-i18next'
import type { Lookup } from '#app/domain/audit/log/words.ts'

/** Words by key where there may be none; a key that names a group of words is none. */
export function useLookup(): Lookup {
  const { t } = useTranslation()
  return (key, values) => {
    const found: unknown = t(key, { ...values, defaultValue: '', returnObjects: true })
    return typeof found === 'string' && found !== '' ? found : undefined
  }
}
