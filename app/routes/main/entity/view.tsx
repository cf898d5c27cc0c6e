import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { latestReconciliation } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { waitingOf } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { entityBank } from '#app/domain/organisation/entities/find-entity.ts'
import {
  entityForOperator,
  entityNotes,
  moneyOfEntity,
  sizeOfEntity,
  troubleOfEntity,
} from '#app/domain/platform/entities/find-entities.ts'
import { latestDayRequest, scheduleOfEntity } from '#app/domain/platform/payouts/payout-day.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { EntityDomain, EntityFacts, EntityFigures, EntityNotes } from '#app/ui/platform/entity/EntityView.tsx'
import { newId } from '#db/id.ts'

/** One organisation: who it is, what it has subscribed to, what came in, and what waits for somebody. */
export const handle = { access: 'admin.entity.view', title: 'entity.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.entity')
  const db = await context.read()
  const { services, today, operatorCan } = context
  const [row, money, trouble, notes, books] = await Promise.all([
    entityForOperator(db, id),
    operatorCan('admin.collection.view') ? moneyOfEntity(db, id, today) : null,
    troubleOfEntity(db, id),
    entityNotes(db, id),
    operatorCan('admin.payout.view') ? latestReconciliation(db, id) : undefined,
  ])
  const mayBank = operatorCan('admin.entity_bank.view')
  const bank = mayBank
    ? {
        ...(await entityBank(db, services.ring, id)),
        ...{ waits: await waitingOf(db, id), schedule: await scheduleOfEntity(db, id) },
        asked: await latestDayRequest(db, id),
        mayPay: operatorCan('admin.payout.create'),
      }
    : null
  return {
    ...{ row, money, trouble, notes, bank, books: books ?? null, note_id: newId() },
    ...(await itsPlace(context, id)),
    may: {
      edit: operatorCan('admin.entity.edit'),
      activate: operatorCan('admin.entity.activate'),
      audit: operatorCan('admin.audit.view'),
      exceptions: operatorCan('admin.payment_exception.view'),
      jobs: operatorCan('admin.job.view'),
      help: operatorCan('admin.entity.help'),
    },
  }
}

/** Its address, and how many it has, counted at its own place; none while it has no tables yet. */
async function itsPlace(context: RequestContext, id: string) {
  const entity = await context.entityById(id)
  if (!entity) throw new Refusal('not_found.entity')
  const { origin } = context.services.sites.ofEntity(entity)
  if (entity.place.version === 0) return { origin, size: null }
  await context.enterTenant(entity)
  const size = await sizeOfEntity(await context.read())
  await context.leaveTenant()
  return { origin, size }
}

export default function ViewEntity() {
  const { row, money, trouble, size, origin, bank, notes, note_id, may, books } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const to = paths.admin.entity
  return (
    <ViewPage
      title={row.name}
      subtitle={t(`entity.types.${row.organisation_type}`)}
      back={{ label: t('entity.plural'), href: to.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <>
          {may.edit && (
            <LinkButton href={to.edit(row.id)} look="primary">
              {t('common.action.edit')}
            </LinkButton>
          )}
          {may.help && row.status === 'active' && (
            <LinkButton href={to.help(row.id)}>{t('help_visit.enter')}</LinkButton>
          )}
          {may.audit && (
            <LinkButton href={paths.admin.log.audit({ entity_id: row.id })}>{t('entity.audit')}</LinkButton>
          )}
          {may.activate && row.status === 'active' && (
            <LinkButton href={to.status(row.id)} look="danger">
              {t('common.action.deactivate')}
            </LinkButton>
          )}
          {may.activate && row.status === 'inactive' && (
            <ConfirmButton
              label={t('common.action.activate')}
              text={t('entity.activate_question', { name: row.name })}
              action={to.status(row.id)}
              confirm={t('common.action.activate')}
              fields={{ status: 'active', version: String(row.version) }}
              look="primary"
            />
          )}
        </>
      }
    >
      {row.status === 'inactive' && (
        <Notice tone="warning" title={t(row.inactive_reason ? 'entity.closed' : 'entity.closed_otherwise')}>
          <p>{row.inactive_reason ?? t('entity.closed_otherwise_hint')}</p>
        </Notice>
      )}
      <EntityFigures {...{ row, money, trouble, size, may, books }} />
      <EntityFacts row={row} bank={bank} origin={origin} lastSignIn={size?.last_sign_in ?? null} />
      <EntityDomain row={row} mayEdit={may.edit} />
      <EntityNotes entity_id={row.id} note_id={note_id} rows={notes} mayWrite={may.edit} />
    </ViewPage>
  )
}
