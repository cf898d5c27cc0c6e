import { useTranslation } from 'react-i18next'
import type { PaperLine } from '#app/server/help/help-pages.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { HelpSearch, PaperLines } from './HelpSearch.tsx'

interface HelpIndexProps {
  sections: readonly { section: string; own: readonly PaperLine[]; others: readonly PaperLine[] }[]
}

/** What the reader's role needs is open; what is written for others is folded away. */
export function HelpIndex({ sections }: HelpIndexProps) {
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <h1>{t('help_page.title')}</h1>
      <HelpSearch />
      {sections.map(({ section, own, others }) => (
        <section key={section} className="help">
          <h2 id={section}>{t(`help_page.sections.${section}`)}</h2>
          <PaperLines papers={own.length > 0 ? own : others} />
          {own.length > 0 && others.length > 0 && (
            <details>
              <summary>{t('help_page.others', { count: others.length })}</summary>
              <PaperLines papers={others} />
            </details>
          )}
        </section>
      ))}
    </NarrowFrame>
  )
}
