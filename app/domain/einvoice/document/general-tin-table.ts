import { generalTins } from '#app/domain/core/contact/tin.ts'
import type { IdType } from '../words.ts'
import type { Role } from './local-faults.ts'

/** What somebody is known by; `company` and `government` are no people. */
export type IdentityType = 'mykad' | 'mypr' | 'mykas' | 'army' | 'passport' | 'company' | 'government'

/** What stands in the place of a TIN that is not known. */
interface GeneralTin {
  identity: IdentityType
  role: Role
  tin: string
  /** First and last day of the rule; since ever, or still in force, without one. */
  from?: string
  until?: string
}

const { public: malaysian, foreignBuyer, foreignSupplier, government } = generalTins

/** Holders of a residence card became like Malaysians with version 4.9 of LHDN's specific guideline. */
const residentsFrom = '2026-09-07'
const residentsUntil = '2026-09-06'

/**
 * LHDN's specific guideline, appendix 1. A Malaysian company is not here: it has a TIN, and is asked for it; the row of
 * companies is for those abroad.
 */
export const generalTinTable: readonly GeneralTin[] = [
  ...everywhere('mykad', malaysian, malaysian),
  ...everywhere('army', malaysian, malaysian),
  ...everywhere('mypr', foreignBuyer, foreignSupplier, { until: residentsUntil }),
  ...everywhere('mykas', foreignBuyer, foreignSupplier, { until: residentsUntil }),
  ...everywhere('mypr', malaysian, malaysian, { from: residentsFrom }),
  ...everywhere('mykas', malaysian, malaysian, { from: residentsFrom }),
  ...everywhere('passport', foreignBuyer, foreignSupplier),
  ...everywhere('company', foreignBuyer, foreignSupplier),
  { identity: 'government', role: 'buyer', tin: government },
]

/** The rule for a day, `YYYY-MM-DD` in Malaysia; undefined when somebody must have a TIN. */
export function generalTin(identity: IdentityType, role: Role, on: string): string | undefined {
  return generalTinTable.find(
    (row) =>
      row.identity === identity &&
      row.role === role &&
      (row.from === undefined || row.from <= on) &&
      (row.until === undefined || on <= row.until),
  )?.tin
}

/** The scheme under which the portal takes the number. */
export const idTypeOf: Record<IdentityType, IdType> = {
  mykad: 'NRIC',
  mypr: 'NRIC',
  mykas: 'NRIC',
  army: 'ARMY',
  passport: 'PASSPORT',
  company: 'BRN',
  government: 'BRN',
}

function everywhere(
  identity: IdentityType,
  buyer: string,
  supplier: string,
  days: Pick<GeneralTin, 'from' | 'until'> = {},
): GeneralTin[] {
  return [
    { identity, role: 'buyer', tin: buyer, ...days },
    { identity, role: 'supplier', tin: supplier, ...days },
  ]
}
