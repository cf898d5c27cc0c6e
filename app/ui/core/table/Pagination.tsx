import { useTranslation } from 'react-i18next'
import { queryWith, type Search } from './query.ts'

interface PaginationProps {
  /** Counted from 1. */
  page: number
  pages: number
  /** Rows on all pages, and on each at most. */
  total: number
  limit: number
  search: Search
}

const lengths = [25, 50, 100]

/** Links to the other pages of a list, and to longer ones; neither where one short page shows all. */
export function Pagination(props: PaginationProps) {
  const { pages, total, limit, search } = props
  const { t } = useTranslation()
  return (
    <>
      {pages > 1 && <Pages {...props} />}
      {total > lengths[0]! && (
        <nav className="pages small" aria-label={t('common.page_size')}>
          <span>{t('common.page_size')}</span>
          {lengths.map((length) => (
            <a
              key={length}
              href={queryWith(search, { limit: length, page: undefined })}
              aria-current={length === limit ? 'true' : undefined}
            >
              {length}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

/** Links to the other pages alone. */
export function Pages({ page, pages, search }: Pick<PaginationProps, 'page' | 'pages' | 'search'>) {
  const { t } = useTranslation()
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
