import { generalTins } from '#app/domain/core/contact/tin.ts'
import { malaysia } from '../codes/countries.ts'
import { noMsic } from '../codes/msic.ts'
import { noState } from '../codes/states.ts'
import type { Party } from './document.ts'
import { notApplicable } from './phone.ts'

/** The buyer of a consolidated document: nobody in particular. The guideline fixes each of its values. */
export const generalPublic: Party = {
  name: 'General Public',
  tin: generalTins.public,
  id: { type: 'BRN', value: notApplicable },
  address: { lines: [notApplicable], city: notApplicable, state: noState, country: malaysia },
  phone: notApplicable,
}

/** The same as the supplier of a consolidated self-billed document. */
export const generalPublicSupplier: Party = {
  ...generalPublic,
  msic: { code: noMsic, activity: notApplicable },
}

/** Whether a party is nobody in particular: then every line is consolidated, and none is in all else. */
export const isGeneralPublic = ({ tin, id }: Pick<Party, 'tin' | 'id'>): boolean =>
  tin === generalTins.public && id.value === notApplicable
