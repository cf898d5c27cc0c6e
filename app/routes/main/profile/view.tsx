import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { operator } from '#app/domain/platform/operators/find-operators.ts'
import { waitingAddress } from '#app/domain/platform/operators/operator-contact.ts'
import { localeName } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { WaitingNotice } from '#app/ui/identity/account/WaitingContacts.tsx'

/** An operator's own account. */
export const handle = { access: 'admin.profile.view', title: 'operator.profile' } satisfies Handle

/** Recovery codes of which so few are left that new ones should be made. */
const fewCodes = 3

export async function loader({ context }: LoaderFunctionArgs) {
  const { id } = ownAccount(context).actor
  const db = await context.read()
  return {
    row: await operator(db, id),
    waiting: await waitingAddress(db, id),
    mayTurnOff: context.services.secondFactor === 'optional',
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['row']

export default function Profile() {
  const { row, waiting, mayTurnOff } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { admin } = paths
  return (
    <ViewPage
      title={t('operator.profile')}
      subtitle={row.name}
      actions={
        <>
          <LinkButton href={admin.profileEdit()} look="primary">
            {t('common.action.edit')}
          </LinkButton>
          <LinkButton href={admin.profilePassword()}>{t('operator.change_password')}</LinkButton>
        </>
      }
    >
      <WaitingNotice
        waiting={waiting ? [{ kind: 'email', value: waiting, taken: false }] : []}
        href={admin.profileContact()}
      />
      <Facts
        items={[
          { label: t('operator.name'), value: row.name },
          { label: t('operator.email'), value: row.email && <Email address={row.email} /> },
          { label: t('operator.phone'), value: row.phone && <Phone number={row.phone} /> },
          { label: t('operator.role'), value: t(`common.role.${row.role}`) },
          { label: t('operator.locale'), value: localeName(row.locale) },
          {
            label: t('operator.last_login_at'),
            value: row.last_login_at ? formatInstant(row.last_login_at, locale) : null,
          },
        ]}
      />
      <SecondFactor row={row} mayTurnOff={mayTurnOff} />
      <Section title={t('operator.presence')}>
        <p>{t('operator.presence_text')}</p>
        <div className="actions">
          <LinkButton href={admin.profileSessions()}>{t('operator.sessions')}</LinkButton>
          <LinkButton href={admin.profileSignIns()}>{t('profile.log.one')}</LinkButton>
        </div>
      </Section>
    </ViewPage>
  )
}

function SecondFactor({ row, mayTurnOff }: { row: Row; mayTurnOff: boolean }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { admin } = paths
  const { totp_confirmed_at, recovery_codes } = row
  if (!totp_confirmed_at) {
    return (
      <Section title={t('second_factor.one')}>
        <p>{t('second_factor.text')}</p>
        <div className="actions">
          <LinkButton href={admin.secondFactor()} look="primary">
            {t('second_factor.set_up')}
          </LinkButton>
        </div>
      </Section>
    )
  }
  return (
    <Section title={t('second_factor.one')}>
      {recovery_codes !== null && recovery_codes <= fewCodes ? (
        <Notice tone="warning">{t('second_factor.few', { count: recovery_codes })}</Notice>
      ) : null}
      <Facts
        items={[
          {
            label: t('operator.status'),
            value: <StatusBadge status="active" tone="good" label={t('operator.second_factors.on')} />,
          },
          { label: t('second_factor.since'), value: formatInstant(totp_confirmed_at, locale) },
          { label: t('operator.recovery_codes'), value: recovery_codes },
        ]}
      />
      <div className="actions">
        <LinkButton href={admin.secondFactorCodes()}>{t('second_factor.renew')}</LinkButton>
        <LinkButton href={admin.secondFactor()}>{t('second_factor.replace')}</LinkButton>
        {mayTurnOff ? (
          <ConfirmButton
            label={t('second_factor.turn_off')}
            text={t('second_factor.turn_off_question')}
            action={admin.secondFactorOff()}
            confirm={t('second_factor.turn_off')}
          />
        ) : null}
      </div>
    </Section>
  )
}
