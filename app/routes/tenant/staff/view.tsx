import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { databaseTime } from '#app/domain/core/clock.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { staffMember, staffName } from '#app/domain/people/staff/find-staff.ts'
import { mayManage, seesDetails } from '#app/domain/people/staff/staff.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { PersonActions } from '#app/ui/identity/account/PersonActions.tsx'
import { InvitationNotice } from '#app/ui/people/staff/InvitationNotice.tsx'

export const handle = { access: 'staff.view', title: 'staff.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = context
  const scope = context.scope('staff.view')
  const id = idOf(params, 'not_found.staff')
  const db = await context.read()
  const [row, now] = await Promise.all([staffMember(db, scope, keysOf(context), id), databaseTime(db)])
  if (!seesDetails(actor.roles)) return { row: staffName(row), details: null, invited: false, may: null }
  const self = row.user_id === actor.id
  const manages = mayManage(actor.roles, row.roles)
  return {
    row: staffName(row),
    details: row,
    invited: row.invitation_expires_at !== null && row.invitation_expires_at > now,
    may: {
      edit: manages && context.can('staff.edit'),
      end: manages && !self && context.can('staff.edit'),
      remove: manages && !self && context.can('staff.remove') && row.last_login_at === null,
      give: manages && !self && context.can('role.give'),
      reveal: row.identity_masked !== null && context.can('identity.reveal'),
    },
  }
}

export default function ViewStaff() {
  const { row, details, invited, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const date = (on: string | null) => on && formatDate(on, locale)
  return (
    <ViewPage
      title={row.name}
      subtitle={[row.position, row.staff_no].filter(Boolean).join(' · ') || undefined}
      back={{ label: t('staff.plural'), href: paths.staff.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        may ? (
          <PersonActions
            row={row}
            to={paths.staff}
            questions={{
              end: t('staff.deactivate_question', { name: row.name }),
              remove: t('staff.remove_question', { name: row.name }),
            }}
            may={may}
          >
            {may.give ? <LinkButton href={paths.staff.role(row.id)}>{t('staff.roles')}</LinkButton> : null}
          </PersonActions>
        ) : null
      }
    >
      <Facts
        columns={2}
        items={[
          { label: t('staff.branch_ids'), value: row.branches },
          { label: t('staff.department_id'), value: row.department },
          details && { label: t('staff.phone'), value: details.phone && <Phone number={details.phone} /> },
          details && { label: t('staff.email'), value: details.email && <Email address={details.email} /> },
          details && {
            label: t('staff.gender'),
            value: details.gender && t(`staff.genders.${details.gender}`),
          },
          details && { label: t('staff.born_on'), value: date(details.born_on) },
          details && {
            label: details.identity_type
              ? t(`staff.identity_types.${details.identity_type}`)
              : t('staff.identity_no'),
            value: details.identity_masked && (
              <>
                {details.identity_masked}
                {may.reveal ? (
                  <PostButton action={paths.staff.reveal(row.id)} look="link">
                    {t('staff.reveal')}
                  </PostButton>
                ) : null}
              </>
            ),
          },
          details && { label: t('staff.joined_on'), value: date(details.joined_on) },
          details && { label: t('staff.ended_on'), value: date(details.ended_on) },
          details && { label: t('staff.updated_at'), value: formatInstant(details.updated_at, locale) },
        ]}
      />
      {details ? (
        <Section title={t('staff.account')}>
          <Facts
            columns={2}
            items={[
              {
                label: t('staff.roles'),
                value: details.roles.map((role) => t(`common.role.${role}`)).join(', '),
                wide: true,
              },
              details.family !== null && { label: t('staff.family'), value: details.family },
              {
                label: t('staff.last_login_at'),
                value: details.last_login_at
                  ? formatInstant(details.last_login_at, locale)
                  : t('staff.never'),
              },
            ]}
          />
          <InvitationNotice
            row={details}
            invited={invited}
            invite={may.edit ? { action: paths.staff.invite(row.id), version: row.version } : undefined}
          />
        </Section>
      ) : null}
    </ViewPage>
  )
}
