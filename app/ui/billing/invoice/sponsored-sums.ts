import type { TFunction } from 'i18next'

interface Borne {
  sponsor: string
  sen: number
}

/** Lines of a sum: all that is charged, and what others bear of it; none where nobody does. */
export function sponsoredSums(sub_total_sen: number, sponsors: readonly Borne[], t: TFunction) {
  if (sponsors.length === 0) return []
  const borne_sen = sponsors.reduce((sum, { sen }) => sum + sen, 0)
  return [
    { label: t('invoice.whole_fee'), sen: sub_total_sen + borne_sen },
    ...sponsors.map(({ sponsor, sen }) => ({ label: t('invoice.borne_by', { sponsor }), sen: -sen })),
  ]
}

/** What the total of an invoice is called. */
export const totalLabel = (sponsors: readonly Borne[], t: TFunction) =>
  t(sponsors.length > 0 ? 'invoice.family_pays' : 'invoice.total_sen')
