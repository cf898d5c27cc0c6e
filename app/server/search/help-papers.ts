import type { SessionRole } from '#app/domain/core/access/access.ts'
import type { FoundPage } from '#app/domain/reporting/search/pages.ts'
import type { Locale } from '#app/i18n/locales.ts'

type HelpRole = SessionRole | 'operator' | 'guest'

/** Finds papers of the help by their words; `roles`: whom they are for. */
export type SearchHelp = (
  q: string,
  locale: Locale,
  roles: readonly HelpRole[],
) => FoundPage[] | Promise<FoundPage[]>

/** The search of the help, once there are papers to find: `searchHelp` of `app/domain/reporting/help/search.ts`. */
export const searchHelp: SearchHelp = () => []
