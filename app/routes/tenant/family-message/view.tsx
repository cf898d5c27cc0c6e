import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { composed } from '#app/domain/messaging/inbox/composed.ts'
import { familyMessageOf } from '#app/domain/messaging/inbox/family-messages.ts'
import { againChoices } from '#app/domain/messaging/inbox/send-again.ts'
import { paths } from '#app/paths.ts'
import { composingFor } from '#app/server/messages/composing.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { deliveryStatus, shownAddress } from '#app/ui/messaging/inbox/delivery-line.ts'
import { MessageText } from '#app/ui/messaging/inbox/MessageText.tsx'
import { SendAgain } from '#app/ui/messaging/inbox/SendAgain.tsx'

/** A message as a family received it, what became of it, and the ways to send it once more. */
export const handle = { access: 'family.view', titled: true } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.message')
  const db = await context.read()
  const row = await familyMessageOf(db, context.scope('family.view'), id)
  const words = (await composed(db, [row], composingFor(context))).get(id)
  const choices = await againChoices(db, row.parent_id, words)
  const may = { free: context.can('announcement.send_free'), paid: context.can('announcement.send') }
  return {
    title: words?.subject ?? context.t('inbox.gone'),
    ...{ id, locale: words?.locale ?? row.locale, created_at: row.created_at, deliveries: row.deliveries },
    ...{ parent_id: row.parent_id, parent: row.parent },
    html: words?.html ?? '',
    sms: words?.sms ?? null,
    files: words?.files ?? [],
    choices: choices.filter(({ channel }) => (channel === 'email' ? may.free : may.paid)),
  }
}

export default function ViewFamilyMessage() {
  const data = useLoaderData<typeof loader>()
  const { id, title, created_at, deliveries, parent_id, parent, choices, sms, ...message } = data
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={title}
      subtitle={t('inbox.to', { name: parent, at: formatInstant(created_at, locale) })}
      back={{ label: t('inbox.of', { name: parent }), href: paths.familyMessage.list(parent_id) }}
      actions={<LinkButton href={paths.familyMessage.print(id)}>{t('common.format.print')}</LinkButton>}
    >
      <Section title={t('inbox.deliveries')}>
        <Facts
          items={deliveries.map((one) => ({
            label: t(`inbox.channel.${one.channel}`),
            value: [deliveryStatus(one, t), one.at && formatInstant(one.at, locale), shownAddress(one)]
              .filter(Boolean)
              .join(', '),
          }))}
        />
      </Section>
      <Section title={t('inbox.text')}>
        <MessageText {...message} fileHref={(file_id) => paths.familyMessage.file(file_id)} />
        {sms && (
          <>
            <h3>{t('inbox.channel.sms')}</h3>
            <p>{sms}</p>
          </>
        )}
      </Section>
      {choices.length > 0 && <SendAgain id={id} choices={choices} />}
    </ViewPage>
  )
}
