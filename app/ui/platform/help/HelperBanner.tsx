import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

/** Shown to an operator on every page during a help visit: who, what is allowed, until when, and the exit. */
export function HelperBanner() {
  const { helper } = usePage()
  const { t } = useTranslation()
  if (!helper) return null
  return (
    <aside className="notice warning flash" aria-label={t('help_visit.one')}>
      <p>{unbroken(t('help_visit.banner', { name: helper.name, time: helper.until }))}</p>
      <div className="actions">
        <PostButton action={paths.help.leave()}>{t('help_visit.leave')}</PostButton>
      </div>
    </aside>
  )
}
