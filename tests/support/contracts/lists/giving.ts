import { infaqTypeList } from '#app/domain/giving/donation-types/infaq-types.ts'
import { zakatTypeList } from '#app/domain/giving/donation-types/zakat-types.ts'
import { infaqList, zakatList } from '#app/domain/giving/donations/find-donations.ts'
import { fundList, fundMoveList } from '#app/domain/giving/funds/find-fund-moves.ts'
import { appointmentList } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { bankChangeList } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { day, earlier, text } from '../told.ts'
import { ofOperator, ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the lists of what was given. */
export function givingLists() {
  ofTenant(infaqTypeList, () => ({ status: ['inactive', ({ status }) => status === 'inactive'] }))

  ofTenant(zakatTypeList, () => ({
    status: ['inactive', ({ status }) => status === 'inactive'],
    standing: ['refused', ({ standing }) => standing === 'refused'],
  }))

  for (const [list, kind] of [
    [infaqList, 'infaq'],
    [zakatList, 'zakat'],
  ] as const)
    ofTenant(
      list,
      () => ({
        from: [day, ({ given_on }) => given_on >= day],
        to: [earlier, ({ given_on }) => given_on < day],
        type_id: [rows().given[`${kind}_type_id`], ({ type }) => type === text],
        method: ['bank_transfer', ({ method }) => method === 'bank_transfer'],
        status: ['cancelled', ({ status }) => status === 'cancelled'],
      }),
      ({ donor_name }) => donor_name !== text,
    )

  ofTenant(fundList, () => ({
    from: [day, ({ entered_on }) => entered_on >= day],
    to: [earlier, ({ entered_on }) => entered_on < day],
    kind: ['zakat', ({ kind }) => kind === 'zakat'],
    reason: ['taken_back', ({ reason }) => reason === 'taken_back'],
  }))

  ofTenant(fundMoveList, () => ({
    kind: ['zakat', ({ kind }) => kind === 'zakat'],
    purpose: ['paid_over', ({ purpose }) => purpose === 'paid_over'],
    status: ['rejected', ({ status }) => status === 'rejected'],
  }))

  ofOperator(bankChangeList, () => ({
    status: ['pending', ({ status }) => status === 'pending'],
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
  }))

  ofOperator(appointmentList, () => ({
    status: ['refused', ({ status }) => status === 'refused'],
    entity_id: [rows().tenant.place.id, ({ entity }) => entity === text],
  }))
}
