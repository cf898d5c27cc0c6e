import { useTranslation } from 'react-i18next'
import type { Audience } from '#app/domain/messaging/announcements/audience.ts'
import type { AudienceNames } from '#app/domain/messaging/announcements/find-announcements.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import type { Fact } from '#app/ui/core/page/Facts.tsx'

/** To whom it goes, and what narrows that; what narrows nothing is left out. */
export function useAudienceFacts(
  { who }: Pick<Audience, 'who'>,
  names: Omit<AudienceNames, 'codes'>,
): (Fact | false)[] {
  const { t, i18n } = useTranslation()
  const list = new Intl.ListFormat(languageTag(i18n.language as Locale), { type: 'conjunction' })
  const only = (label: string, chosen: readonly string[]): Fact | false =>
    chosen.length > 0 && { label, value: list.format(chosen) }
  return [
    { label: t('announcement.to'), value: list.format(who.map((group) => t(`announcement.group.${group}`))) },
    only(t('announcement.branches'), names.branches),
    only(t('announcement.programs'), names.programs),
    only(t('announcement.categories'), names.categories),
    only(t('announcement.subjects'), names.subjects),
    only(t('announcement.tags'), names.tags),
    only(t('announcement.people_chosen'), names.people),
  ]
}
