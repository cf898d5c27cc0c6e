import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'

interface Props {
  title: string
  codes: readonly string[]
  /** Whose codes they are, for the printed sheet. */
  owner: string
  next: { label: string; href: string }
}

/** Recovery codes, on the only page that ever shows them; printing it leaves the codes and what they are for. */
export function RecoveryCodes({ title, codes, owner, next }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <h1>{title}</h1>
      <Notice tone="warning" title={t('second_factor.codes_once')}>
        {t('second_factor.codes_keep')}
      </Notice>
      <section aria-labelledby="codes">
        <h2 id="codes">{t('second_factor.codes_of', { owner })}</h2>
        <ol className="codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p className="quiet">{t('second_factor.codes_each_once')}</p>
      </section>
      <div className="actions">
        <LinkButton href={next.href} look="primary">
          {next.label}
        </LinkButton>
      </div>
    </>
  )
}
