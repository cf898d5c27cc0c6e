import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { operator } from '#app/domain/platform/operators/find-operators.ts'
import { localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'admin.operator.view', title: 'operator.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await operator(await context.read(), idOf(params, 'not_found.operator'))
  return {
    row,
    own: row.id === context.actor.id,
    mayEdit: context.operatorCan('admin.operator.edit'),
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['row']

export default function ViewOperator() {
  const { row, own, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const shown = (at: Date | string | null) => (at ? formatInstant(at, locale) : null)
  return (
    <ViewPage
      title={row.name}
      subtitle={t(`common.role.${row.role}`)}
      back={{ label: t('operator.plural'), href: paths.admin.operator.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        mayEdit ? (
          <>
            <LinkButton href={paths.admin.operator.edit(row.id)} look="primary">
              {t('common.action.edit')}
            </LinkButton>
            {own ? null : <Verbs row={row} />}
          </>
        ) : null
      }
    >
      {own ? (
        <Notice>
          {t('operator.own')} <a href={paths.admin.profile()}>{t('operator.own_profile')}</a>
        </Notice>
      ) : null}
      <Facts
        items={[
          { label: t('operator.email'), value: row.email && <Email address={row.email} /> },
          { label: t('operator.phone'), value: row.phone && <Phone number={row.phone} /> },
          { label: t('operator.may'), value: t(`operator.roles.${row.role}`), wide: true },
          { label: t('operator.locale'), value: localeName(row.locale) },
          {
            label: t('operator.second_factor'),
            value: row.totp_confirmed_at
              ? t('operator.on_since', { at: shown(row.totp_confirmed_at) })
              : t('operator.second_factors.off'),
          },
          row.recovery_codes !== null && { label: t('operator.recovery_codes'), value: row.recovery_codes },
          { label: t('operator.last_login_at'), value: shown(row.last_login_at) },
          row.invited_until !== null && {
            label: t('operator.invited_until'),
            value: row.invitation_over
              ? t('operator.invitation_over', { at: shown(row.invited_until) })
              : shown(row.invited_until),
          },
          { label: t('operator.created_at'), value: shown(row.created_at) },
          { label: t('operator.updated_at'), value: shown(row.updated_at) },
        ]}
      />
    </ViewPage>
  )
}

/** What an owner may do with another operator's account, as its state allows. */
function Verbs({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { operator: to } = paths.admin
  const version = String(row.version)
  return (
    <>
      {row.status === 'invited' ? (
        <PostButton action={to.invite(row.id)} fields={{ version }}>
          {t('operator.invite_again')}
        </PostButton>
      ) : null}
      {row.status === 'inactive' ? (
        <PostButton action={to.status(row.id)} fields={{ status: 'active', version }}>
          {t('common.action.activate')}
        </PostButton>
      ) : null}
      {row.status === 'active' ? (
        <ConfirmButton
          label={t('common.action.deactivate')}
          text={t('operator.deactivate_question', { name: row.name })}
          action={to.status(row.id)}
          confirm={t('common.action.deactivate')}
          fields={{ status: 'inactive', version }}
        />
      ) : null}
      {row.totp_confirmed_at ? (
        <ConfirmButton
          label={t('operator.reset')}
          text={t('operator.reset_question', { name: row.name })}
          action={to.secondFactor(row.id)}
          confirm={t('operator.reset')}
          fields={{ version }}
        />
      ) : null}
      <ConfirmButton
        label={t('common.action.remove')}
        text={t('operator.remove_question', { name: row.name })}
        action={to.remove(row.id)}
        confirm={t('common.action.remove')}
        fields={{ version }}
      />
    </>
  )
}
