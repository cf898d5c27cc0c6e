import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { deviceInWords } from '#app/domain/identity/accounts/device.ts'
import { sessionsOf } from '#app/domain/identity/accounts/sessions.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ProfileNav } from '#app/ui/identity/account/ProfileNav.tsx'

export const handle = { access: 'profile.view', title: 'profile.session.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { session, actor } = context
  const own = session?.kind === 'user' ? session.id : undefined
  const rows = await sessionsOf(await context.read(), actor.id!)
  return { rows: rows.map((row) => ({ ...row, isThis: row.id === own })) }
}

export default function Sessions() {
  const { rows } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PageHeader
        title={t('profile.session.plural')}
        subtitle={t('profile.session.text')}
        actions={
          rows.length > 1 ? (
            <ConfirmButton
              label={t('profile.session.end_others')}
              text={t('profile.session.end_others_text')}
              action={paths.profile.sessionsEnd()}
              confirm={t('profile.session.end_others')}
            />
          ) : null
        }
      />
      <ProfileNav current="session" />
      <ul className="facts">
        {rows.map(({ id, isThis, device, ip, method, created_at, last_used_at }) => (
          <li key={id}>
            <div>
              <strong>{deviceInWords(device, t('profile.session.unknown'))}</strong>
              <p className="quiet small">
                {t('profile.session.last_used', { at: formatInstant(last_used_at, locale) })}
                {ip && ` · ${ip}`}
              </p>
              <p className="quiet small">
                {t('profile.session.began', {
                  at: formatInstant(created_at, locale),
                  method: t(`profile.methods.${method}`),
                })}
              </p>
            </div>
            <div className="aside">
              {isThis ? (
                <StatusBadge status="active" label={t('profile.session.this')} />
              ) : (
                <PostButton action={paths.profile.sessionEnd(id)} look="link">
                  {t('common.sign_out')}
                </PostButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
