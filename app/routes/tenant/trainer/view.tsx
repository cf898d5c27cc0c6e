import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { databaseTime } from '#app/domain/core/clock.ts'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { mayManage } from '#app/domain/people/staff/staff.ts'
import { payOf } from '#app/domain/people/trainers/change-trainer.ts'
import { type Trainer, trainer, trainerName } from '#app/domain/people/trainers/find-trainers.ts'
import { onlyTeaches, seesDetails } from '#app/domain/people/trainers/trainer.ts'
import { paths } from '#app/paths.ts'
import { classesOf } from '#app/server/lists/classes-of.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassSection } from '#app/ui/catalogue/subject/ClassSection.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Email, Phone } from '#app/ui/core/page/Contact.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { PersonActions } from '#app/ui/identity/account/PersonActions.tsx'
import { InvitationNotice } from '#app/ui/people/staff/InvitationNotice.tsx'
import { usePayFacts } from '#app/ui/people/trainer/use-pay-facts.ts'

export const handle = { access: 'trainer.view', title: 'trainer.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.trainer')
  const scope = context.scope('trainer.view')
  const db = await context.read()
  const row = await trainer(db, scope, id)
  const known = seesDetails(scope) || row.user_id === context.actor.id
  const [classes, pay, now] = await Promise.all([
    classesOf(context, { trainer_id: row.user_id }),
    context.can('trainer_pay.view')
      ? payOf(db, context.scope('trainer_pay.view'), keysOf(context), id)
      : undefined,
    databaseTime(db),
  ])
  return {
    row: trainerName(row),
    details: known ? row : null,
    invited: known && row.invitation_expires_at !== null && row.invitation_expires_at > now,
    classes,
    pay: pay ?? null,
    may: known ? mayDo(context, row) : null,
  }
}

/** What the reader may do with a trainer whom they know more of than the name. */
function mayDo(context: RequestContext, row: Trainer) {
  const { actor } = context
  const can = (permission: Parameters<typeof context.can>[0]) =>
    context.can(permission) && context.scope(permission).scope !== 'own'
  const self = row.user_id === actor.id
  const manages = mayManage(actor.roles, row.roles)
  const ends = manages && !self && onlyTeaches(row.roles) && can('trainer.remove')
  return {
    edit: (manages && can('trainer.edit')) || (self && context.can('trainer.edit')),
    end: ends,
    remove: ends && row.last_login_at === null,
    pay: manages && can('trainer_pay.edit'),
    invite: manages && can('staff.edit'),
    staff: can('staff.view'),
    roles: manages && !self && !onlyTeaches(row.roles) && can('role.give'),
  }
}

export default function ViewTrainer() {
  const { row, details, invited, classes, pay, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.name}
      subtitle={details?.specialisation ?? undefined}
      back={{ label: t('trainer.plural'), href: paths.trainer.list() }}
      status={details ? <StatusBadge status={details.status} /> : undefined}
      actions={
        details && may ? (
          <PersonActions
            row={details}
            to={paths.trainer}
            questions={{
              end: t('trainer.deactivate_question', { name: details.name }),
              remove: t('staff.remove_question', { name: details.name }),
            }}
            may={may}
          >
            {may.roles ? (
              <LinkButton href={paths.staff.role(details.staff_id)}>{t('staff.roles')}</LinkButton>
            ) : null}
          </PersonActions>
        ) : null
      }
    >
      {details ? (
        <Facts
          columns={2}
          items={[
            { label: t('trainer.branches'), value: details.branches },
            { label: t('trainer.phone'), value: details.phone && <Phone number={details.phone} /> },
            { label: t('trainer.email'), value: details.email && <Email address={details.email} /> },
            { label: t('trainer.qualification'), value: details.qualification },
            {
              label: t('staff.joined_on'),
              value: details.joined_on && formatDate(details.joined_on, locale),
            },
            {
              label: t('staff.one'),
              value: details.staff_no ?? (may?.staff ? details.name : null),
              href: may?.staff ? paths.staff.view(details.staff_id) : null,
            },
            {
              label: t('staff.last_login_at'),
              value: details.last_login_at ? formatInstant(details.last_login_at, locale) : t('staff.never'),
            },
            { label: t('trainer.updated_at'), value: formatInstant(details.updated_at, locale) },
          ]}
        />
      ) : null}
      {details ? (
        <InvitationNotice
          row={details}
          invited={invited}
          invite={
            may?.invite
              ? { action: paths.staff.invite(details.staff_id), version: details.staff_version }
              : undefined
          }
        />
      ) : null}
      <ClassSection rows={classes} query={`trainer_id=${row.user_id}`} />
      {pay ? <PaySection id={row.id} pay={pay} mayEdit={may?.pay === true} /> : null}
    </ViewPage>
  )
}

interface PaySectionProps {
  id: string
  pay: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['pay']>
  mayEdit: boolean
}

function PaySection({ id, pay, mayEdit }: PaySectionProps) {
  const { t } = useTranslation()
  return (
    <Section
      title={t('trainer.pay')}
      actions={
        mayEdit ? (
          <>
            <LinkButton href={paths.trainer.pay(id)}>{t('trainer.pay_edit')}</LinkButton>
            <LinkButton href={paths.pay_sheet.rates(id)}>{t('pay_sheet.to_rates')}</LinkButton>
          </>
        ) : null
      }
    >
      <Facts columns={2} items={usePayFacts(pay)} />
    </Section>
  )
}
