import { useTranslation } from 'react-i18next'
import type { AgainChoice } from '#app/domain/messaging/inbox/send-again.ts'
import { paths } from '#app/paths.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { shownAddress } from './delivery-line.ts'

/** One button for each channel, with where it goes and what it costs; or why it cannot be used. */
export function SendAgain({ id, choices }: { id: string; choices: readonly AgainChoice[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('inbox.again.title')}>
      <Facts
        items={choices.map(({ channel, address, credits, not }) => ({
          label: t(`inbox.channel.${channel}`),
          value: not ? (
            t(`refusal.message.again.${not}`)
          ) : (
            <>
              <p>{t('inbox.again.cost', { address: shownAddress({ channel, address }), count: credits })}</p>
              <PostButton action={paths.familyMessage.again(id)} fields={{ channel }}>
                {t(`inbox.again.send.${channel}`)}
              </PostButton>
            </>
          ),
        }))}
      />
    </Section>
  )
}
