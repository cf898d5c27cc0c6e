import { useTranslation } from 'react-i18next'
import { unbrokenPhone } from '#app/domain/core/contact/phone.ts'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'

/** Before a family hands in it shows that the phone is theirs, by a code that is sent there. */
export function ProvePhone({
  number,
  channels,
}: {
  number: string
  channels: readonly ('sms' | 'whatsapp')[]
}) {
  const { t } = useTranslation()
  return (
    <Section title={t('register.prove.title')} id="hand-in">
      <div className="lead">
        <p>{t('register.prove.text', { phone: unbrokenPhone(number) })}</p>
        <div className="actions">
          {channels.map((channel, index) => (
            <PostButton
              key={channel}
              action={paths.register.phone()}
              look={index === 0 ? 'primary' : 'plain'}
              fields={{ channel }}
            >
              {t(`register.prove.${channel}`)}
            </PostButton>
          ))}
        </div>
        <p>
          <a href={paths.register.parents()}>{t('register.prove.other')}</a>
        </p>
      </div>
    </Section>
  )
}
