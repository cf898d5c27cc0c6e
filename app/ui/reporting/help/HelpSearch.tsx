import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import type { PaperLine } from '#app/server/help/help-pages.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

/** The search field of the help centre. */
export function HelpSearch({ q = '' }: { q?: string }) {
  const { t } = useTranslation()
  return (
    <search>
      <form action={paths.help_page.search()} className="help-search">
        <label htmlFor="help-q">{t('help_page.search')}</label>
        <div>
          <input id="help-q" type="search" name="q" defaultValue={q} maxLength={100} enterKeyHint="search" />
          <button type="submit">{t('help_page.search_button')}</button>
        </div>
      </form>
    </search>
  )
}

export function PaperLines({ papers }: { papers: readonly PaperLine[] }) {
  return (
    <ul className="papers">
      {papers.map(({ title, summary, address }) => (
        <li key={address}>
          <a href={address}>{unbroken(title)}</a>
          <br />
          <span className="quiet">{unbroken(summary)}</span>
        </li>
      ))}
    </ul>
  )
}
