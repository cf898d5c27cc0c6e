import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import type { PaperLine } from '#app/server/help/help-pages.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { HelpSearch, PaperLines } from './HelpSearch.tsx'

/** What a search of the help centre found. */
export function HelpFound({ q, hits }: { q: string; hits: readonly PaperLine[] }) {
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <p>
        <a href={paths.help_page.index()}>{t('help_page.title')}</a>
      </p>
      <h1>{t('help_page.search_title')}</h1>
      <HelpSearch q={q} />
      {q !== '' && (
        <section className="help">
          <h2>
            {hits.length > 0
              ? t('help_page.found', { count: hits.length, q })
              : t('help_page.found_none', { q })}
          </h2>
          {hits.length > 0 ? <PaperLines papers={hits} /> : <p>{t('help_page.found_none_hint')}</p>}
        </section>
      )}
    </NarrowFrame>
  )
}
