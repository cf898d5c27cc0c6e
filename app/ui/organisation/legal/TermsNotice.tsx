import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { TermsToAgree } from '#app/domain/organisation/legal/agree.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Asks for the agreement to the operator's terms in force; everything else goes on meanwhile. */
export function TermsNotice({ version, since }: TermsToAgree) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Notice title={t('own_legal.agree_title')}>
      <p>{t('own_legal.agree_text', { date: formatDate(since, locale), version })}</p>
      <div className="actions">
        <PostButton action={paths.legal_paper.agree()} fields={{ version }} look="primary">
          {t('own_legal.agree')}
        </PostButton>
        <a href={paths.help_page.paper('legal', 'terms', { version, of: 'operator' })}>
          {t('own_legal.agree_read')}
        </a>
      </div>
    </Notice>
  )
}
