import { useTranslation } from 'react-i18next'
import { queryWith, type Search } from './query.ts'

interface PaginationProps {
  /** Counted from 1. */
  page: number
  pages: number
  search: Search
}

/** Links to the other pages of a list; none when there is only one. */
export function Pagination({ page, pages, search }: PaginationProps) {
  const { t } = useTranslation()
  if (pages <= 1) return null
  const to = (target: number) => queryWith(search, { page: target })
  return (
    <nav className="pages" aria-label={t('common.pages')}>
      {page > 1 && (
        <a href={to(page - 1)} rel="prev">
          {t('common.previous')}
        </a>
      )}
      {pagesShown(page, pages).map((target, index, shown) => (
        <PageLink
          key={target}
          gap={target - (shown[index - 1] ?? 0) > 1}
          href={to(target)}
          label={t('common.page', { page: target })}
          current={target === page}
        >
          {target}
        </PageLink>
      ))}
      {page < pages && (
        <a href={to(page + 1)} rel="next">
          {t('common.next')}
        </a>
      )}
    </nav>
  )
}

interface PageLinkProps {
  /** Pages are left out before this one. */
  gap: boolean
  href: string
  label: string
  current: boolean
  children: number
}

function PageLink({ gap, href, label, current, children }: PageLinkProps) {
  return (
    <>
      {gap && <span>…</span>}
      <a href={href} aria-current={current ? 'page' : undefined} aria-label={label}>
        {children}
      </a>
    </>
  )
}

/** The first, the last, and those around the current one. */
export function pagesShown(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((target) => target >= 1 && target <= pages)
  return [...new Set(near)].sort((a, b) => a - b)
}
