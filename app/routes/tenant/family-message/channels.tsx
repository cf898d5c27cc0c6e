import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { channelsForm, channelsOf, setChannels, wantedOf } from '#app/domain/messaging/opt-outs/channels.ts'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ChannelFields } from '#app/ui/messaging/opt-out/ChannelFields.tsx'
import { tickedOf } from '#app/ui/messaging/opt-out/ticked.ts'

/** The office writes down by which channels a family wants no messages, as it was told. */
export const handle = { access: 'family.contact', title: 'opt_out.choose' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const parent_id = idOf(params, 'not_found.parent')
  const db = await context.read()
  await reachedParent(db, context.scope('family.contact'), parent_id)
  const found = await channelsOf(db, { parent_id, user_id: null })
  if (!found) throw new Refusal('not_found.parent')
  return { id: parent_id, ...found }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, channelsForm, async ({ trx, actor, context }, input) => {
    const parent_id = idOf(args.params, 'not_found.parent')
    const { name } = await reachedParent(trx, context.scope('family.contact'), parent_id)
    await setChannels(trx, actor, [{ parent_id, user_id: null, name }], wantedOf(input), 'office')
    return redirectWith(paths.family.view(parent_id), 'channels_saved')
  })

export default function FamilyChannels() {
  const { id, name, channels } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(channelsForm, useActionData<typeof action>(), tickedOf(channels))
  const left = channels.flatMap(({ channel, source, since }) =>
    source && since ? [{ channel, source, since }] : [],
  )
  return (
    <EditPage
      title={t('opt_out.choose')}
      subtitle={name}
      back={{ label: t('family.one'), href: paths.family.view(id) }}
      form={form}
      noun="opt_out"
    >
      <p>{t('opt_out.office_intro')}</p>
      <ChannelFields fields={fields} channels={channels} />
      {left.length > 0 && (
        <ul className="quiet">
          {left.map(({ channel, source, since }) => (
            <li key={channel}>
              {t(`opt_out.left_by.${source}`, {
                channel: t(`opt_out.channel.${channel}`),
                at: formatInstant(since, locale),
              })}
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">{t('opt_out.not_these')}</p>
    </EditPage>
  )
}
