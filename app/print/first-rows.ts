import type { TFunction } from 'i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'

/**
 * What a print or a file that has not all rows says of itself, in a sentence without its full stop; undefined of one that
 * has. `more`: there are more than `total` says.
 */
export function firstRows(
  t: TFunction,
  shown: number,
  { total, more = false }: { total: number; more?: boolean | undefined },
): string | undefined {
  if (more && shown >= total) return t('document.first_rows_more', { shown: formatCount(shown) })
  if (shown >= total) return undefined
  return t('document.first_rows', {
    shown: formatCount(shown),
    total: `${formatCount(total)}${more ? '+' : ''}`,
  })
}
