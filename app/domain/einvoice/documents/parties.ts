import { type Keys, SecretUnreadable } from '#app/domain/core/secrets.ts'
import { openedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { checkParty } from '../document/check-party.ts'
import type { Party } from '../document/document.ts'
import type { IdentityType } from '../document/general-tin-table.ts'
import { localFault } from '../document/local-faults.ts'
import { type Resolved, resolveBuyer } from '../document/parties.ts'
import { portalPhone } from '../document/phone.ts'
import type { SealedSetting } from '../settings/find-setting.ts'
import { idValueOf } from '../settings/secrets.ts'
import type { ComposeFacts } from './compose-facts.ts'

/** The organisation as its e-invoice settings describe it; what lacks is a fault, with the property that lacks it. */
export function supplierOf(keys: Keys, setting: SealedSetting, on: string): Resolved {
  const { sst_number: sst, email, postcode } = setting
  const party: Party = {
    name: setting.name ?? '',
    tin: setting.tin ?? '',
    id: { type: setting.id_type, value: idValueOf(keys, setting) ?? '' },
    ...(sst && { sst }),
    msic: { code: setting.msic ?? '', activity: setting.activity ?? '' },
    address: {
      lines: [setting.address_line1, setting.address_line2, setting.address_line3].flatMap(
        (line) => line || [],
      ),
      city: setting.city ?? '',
      ...(postcode && { postcode }),
      state: setting.state_code ?? '',
      country: 'MYS',
    },
    phone: portalPhone(setting.phone ?? '') ?? '',
    ...(email && { email }),
  }
  const faults = checkParty(party, { role: 'supplier', selfBilled: false, on })
  return faults.length > 0 ? { faults } : { party }
}

/** Parents have a Malaysian card unless they say otherwise. */
const identities: Record<string, IdentityType> = { nric: 'mykad', passport: 'passport', army: 'army' }

/** The parent who pays the invoice. A number that cannot be opened is asked for anew; without it another buyer would be named. */
export function buyerOf(keys: Keys, head: ComposeFacts['head']): Resolved {
  try {
    return parentOf(keys, head)
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    return { faults: [localFault('buyer.id', 'AccountingCustomerParty.Party.PartyIdentification.ID')] }
  }
}

function parentOf({ ring, place }: Keys, head: ComposeFacts['head']): Resolved {
  const sealed = head.identity_no_sealed
  const at = { place, table: 'parent' as const, row: head.payer_id }
  return resolveBuyer(
    {
      name: head.payer_name,
      tin: head.payer_tin,
      ...(sealed && {
        identity: {
          type: identities[head.identity_type] ?? 'mykad',
          value: openedIdentity(ring, at, sealed),
        },
      }),
      address: {
        lines: [head.address_line1, head.address_line2, head.address_line3],
        postcode: head.postcode,
        city: head.city,
        state: head.state,
        country: head.country,
      },
      phone: head.phone,
      email: head.email,
    },
    head.today,
  )
}
