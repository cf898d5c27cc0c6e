import { useTranslation } from 'react-i18next'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

type Props = {
  /** Its sentence is `undo.way_back.<of>.text`, its button `undo.way_back.<of>.go`. */
  of: string
} & ({ href: string } | { action: string; form_key: string })

/** How something that was decided by mistake is put right, on its page: by one act, or on the page that does it. */
export function WayBack({ of, ...way }: Props) {
  const { t } = useTranslation()
  const label = t(`undo.way_back.${of}.go`)
  return (
    <Section title={t('undo.mistake')}>
      <p>{t(`undo.way_back.${of}.text`)}</p>
      <p>
        {'href' in way ? (
          <LinkButton href={way.href}>{label}</LinkButton>
        ) : (
          <PostButton action={way.action} fields={{ form_key: way.form_key }}>
            {label}
          </PostButton>
        )}
      </p>
    </Section>
  )
}
