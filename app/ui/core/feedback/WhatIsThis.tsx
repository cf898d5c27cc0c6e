import { useTranslation } from 'react-i18next'
import { explanationOfRefusal } from '#app/domain/core/help/explained.ts'

/**
 * A link to the paper that explains something, in a window of its own, so that what was typed stays. `about`: the field, for
 * who hears the links of a page without what is around them.
 */
export function WhatIsThis({ at, about }: { at: string | undefined | ''; about?: string | undefined }) {
  const { t } = useTranslation()
  if (!at) return null
  const what = t('help_page.what')
  return (
    <a href={at} target="_blank" rel="noopener" aria-label={about && `${what} ${about}`}>
      {what}
    </a>
  )
}

/** The same of the first of these errors that a paper explains: codes of refusals, values behind them included. */
export function WhyThis({ errors }: { errors: readonly string[] }) {
  return <WhatIsThis at={errors.map(explanationOfRefusal).find(Boolean)} />
}
