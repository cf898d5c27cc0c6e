import { ledgerList } from '#app/domain/accounting/collections/find-collections.ts'
import { reconciliationList } from '#app/domain/accounting/reconciliation/find-reconciliations.ts'
import { platformAuditList } from '#app/domain/audit/log/audit.ts'
import { operatorSignInList } from '#app/domain/audit/log/logins.ts'
import { holidayList } from '#app/domain/core/holidays/find-holidays.ts'
import { allExceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { entityList } from '#app/domain/platform/entities/find-entities.ts'
import { failedJobList } from '#app/domain/platform/failed-jobs/failed-jobs.ts'
import { featureList } from '#app/domain/platform/features/features.ts'
import { creditBalances, everyCreditLedger } from '#app/domain/platform/message-credits/find-credits.ts'
import { operatorsList } from '#app/domain/platform/operators/find-operators.ts'
import { packageList } from '#app/domain/platform/packages/find-packages.ts'
import { adjustmentList } from '#app/domain/platform/payouts/adjustments.ts'
import { payoutList } from '#app/domain/platform/payouts/find-payouts.ts'
import { platformInvoiceList } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { registrationList } from '#app/domain/platform/registrations/find-registrations.ts'
import { collectionReport, dailyReport } from '#app/domain/platform/reports/collection-report.ts'
import { revenueList } from '#app/domain/platform/revenue/find-revenue.ts'
import { subscriptionList } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { standing } from '../exception-filters.ts'
import { day, earlier, text } from '../told.ts'
import { dayOf, ofOperator, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the lists of the operator. */
export function operatorLists() {
  ofOperator(ledgerList, () => ({
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
    method: ['fpx', ({ method }) => method === 'fpx'],
    status: ['settled', ({ status }) => status === 'settled'],
    from: [day, ({ collected_on }) => collected_on >= day],
    to: [earlier, ({ collected_on }) => collected_on < day],
  }))

  for (const report of [collectionReport, dailyReport])
    ofOperator(report, () => ({
      entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
      method: ['fpx', ({ method }) => method === 'fpx'],
      from: [day, ({ period }) => period >= day.slice(0, period.length)],
      to: [earlier, ({ period }) => period <= earlier.slice(0, period.length)],
    }))

  ofOperator(reconciliationList, () => ({
    state: ['red', ({ state }) => state === 'red'],
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
    from: [day, ({ on_day }) => on_day >= day],
    to: [earlier, ({ on_day }) => on_day < day],
  }))

  ofOperator(revenueList, () => ({
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
    type: ['transaction_fee', ({ type }) => type === 'transaction_fee'],
    from: [day, ({ on_day }) => on_day >= day],
    to: [earlier, ({ on_day }) => on_day < day],
  }))

  ofOperator(payoutList, () => ({
    status: ['cancelled', ({ status }) => status === 'cancelled'],
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
    from: [day, ({ payout_on }) => payout_on >= day],
    to: [earlier, ({ payout_on }) => payout_on < day],
  }))

  ofOperator(adjustmentList, () => ({
    status: ['rejected', ({ status }) => status === 'rejected'],
    kind: ['chargeback', ({ kind }) => kind === 'chargeback'],
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
  }))

  ofOperator(allExceptionList, () => ({
    ...standing,
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
  }))

  ofOperator(failedJobList, () => ({
    state: ['retried', ({ retried_at }) => retried_at !== null],
    name: ['receipt.send', ({ name }) => name === 'receipt.send'],
    area: ['einvoice', ({ name }) => name === 'einvoice.submit'],
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
    from: [day, ({ failed_at }) => dayOf(failed_at) >= day],
    to: [earlier, ({ failed_at }) => dayOf(failed_at) < day],
  }))

  ofOperator(entityList, () => ({
    status: ['inactive', ({ status }) => status === 'inactive'],
    state: ['Johor', ({ state }) => state === 'Johor'],
    type: ['school', ({ organisation_type }) => organisation_type === 'school'],
    package_id: [rows().sold.id, ({ package: name }) => name === text],
    subscription: ['grace', ({ subscription_status }) => subscription_status === 'grace'],
    expires_from: [day, ({ expires_on }) => expires_on !== null && expires_on >= day],
    expires_to: [day, ({ expires_on }) => expires_on !== null && expires_on <= day],
  }))

  ofOperator(holidayList, () => ({
    from: [day, ({ closed_on }) => closed_on >= day],
    to: ['2020-12-31', ({ closed_on }) => closed_on < '2021-01-01'],
    state: ['Johor', ({ state }) => state === 'Johor'],
    repeats: ['once', ({ repeats }) => repeats === 'once'],
  }))

  ofOperator(registrationList, () => ({
    from: [day, ({ created_at }) => dayOf(created_at) >= day],
    to: [earlier, ({ created_at }) => dayOf(created_at) < day],
    place: ['Johor', ({ subdomain }) => subdomain === 'pohon-johor'],
    status: ['rejected', ({ status }) => status === 'rejected'],
  }))

  ofOperator(subscriptionList, () => ({
    status: ['grace', ({ status }) => status === 'grace'],
    package_id: [rows().sold.id, ({ package: name }) => name === text],
    expires_from: [day, ({ expires_on }) => expires_on >= day],
    expires_to: [day, ({ expires_on }) => expires_on <= day],
    owes: ['open', ({ owed_sen }) => owed_sen > 0],
  }))

  ofOperator(creditBalances, () => ({
    level: ['few', ({ credit }) => credit > 0 && credit < 100],
  }))

  ofOperator(everyCreditLedger, () => ({
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
    kind: ['grant', ({ kind }) => kind === 'grant'],
    about: ['platform_invoice', ({ about }) => about === 'platform_invoice'],
    from: [day, ({ moved_on }) => moved_on >= day],
    to: [earlier, ({ moved_on }) => moved_on < day],
  }))

  ofOperator(platformInvoiceList, () => ({
    status: ['paid', ({ status }) => status === 'paid'],
    kind: ['renewal', ({ kind }) => kind === 'renewal'],
    from: [day, ({ issued_on }) => issued_on >= day],
    to: [earlier, ({ issued_on }) => issued_on < day],
  }))

  ofOperator(packageList, () => ({
    offer: ['hidden', ({ offer }) => offer === 'hidden'],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofOperator(featureList, () => ({
    status: ['active', ({ status }) => status === 'active'],
  }))

  ofOperator(operatorsList, () => ({
    role: ['support', ({ role }) => role === 'support'],
    second_factor: ['on', ({ second_factor }) => second_factor === 'on'],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }))

  ofOperator(
    platformAuditList,
    () => ({
      person: [rows().support.id, ({ actor_type }) => actor_type === 'operator'],
      from: [day, ({ at }) => dayOf(at) >= day],
      to: [earlier, ({ at }) => dayOf(at) < day],
      group: ['branch', ({ action }) => action.startsWith('branch.')],
      object: ['branch', ({ object_type }) => object_type === 'branch'],
      actor_type: ['operator', ({ actor_type }) => actor_type === 'operator'],
      object_id: [rows().support.id, ({ object_id }) => object_id === rows().support.id],
      entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
    }),
    ({ actor_type }) => actor_type === 'operator',
  )

  ofOperator(
    operatorSignInList,
    () => ({
      from: [day, ({ at }) => dayOf(at) >= day],
      to: [earlier, ({ at }) => dayOf(at) < day],
      outcome: ['success', ({ outcome }) => outcome === 'success'],
      method: ['reset', ({ method }) => method === 'reset'],
      person: [rows().support.id, ({ person_id }) => person_id === rows().support.id],
    }),
    ({ person_id }) => person_id === rows().support.id,
  )
}
