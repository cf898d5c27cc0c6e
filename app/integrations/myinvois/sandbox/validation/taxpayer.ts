import { type Found, found } from '../document/faults.ts'
import {
  all,
  type DocumentRead,
  FOREIGN_BUYER,
  FOREIGN_SUPPLIER,
  GENERAL_PUBLIC,
  GOVERNMENT,
  isGeneral,
  type PartyRead,
} from '../document/read.ts'
import { inForce, type Portal } from '../portal.ts'
import { checkPair } from '../taxpayers.ts'

const path = (side: string) => `document.Invoice.${side}.Party.PartyIdentification.ID`
const SUPPLIER = path('AccountingSupplierParty')
const BUYER = path('AccountingCustomerParty')

/** Whether both are who the document says, general TINs stand where they may, and 004 is for consolidated documents alone. */
export function taxpayerFaults(portal: Portal, document: DocumentRead): Found[] {
  const { supplier, buyer, isSelfBilled } = document
  const wrong: Found[] = []
  if (isGeneral(supplier.tin)) wrong.push(...generalSupplier(document))
  else wrong.push(...realPair(portal, supplier, 'Supplier', SUPPLIER))
  if (isGeneral(buyer.tin)) wrong.push(...generalBuyer(portal, document))
  else wrong.push(...realPair(portal, buyer, 'Customer', BUYER))
  if (!isSelfBilled) wrong.push(...consolidation(document))
  return wrong
}

function realPair(portal: Portal, { tin, ids }: PartyRead, who: string, at: string): Found[] {
  const [{ type, value } = { type: 'BRN', value: 'NA' }] = ids
  // Who gives a TIN alone writes twelve zeros.
  if (/^0{12}$/.test(value)) return checkPair(portal, tin, type, value) === 'unknown' ? [noTin(who, at)] : []
  if (type === 'BRN' && value === 'NA') {
    if (checkPair(portal, tin, type, value) === 'unknown') return [noTin(who, at)]
    return inForce(portal, 'naBesideTin') ? [found('ERR207', `${who}Brn`, at)] : []
  }
  const is = checkPair(portal, tin, type, value)
  if (is === 'match') return []
  if (is === 'unknown') return [noTin(who, at)]
  return [found(type === 'BRN' ? 'ERR207' : type === 'PASSPORT' ? 'ERR210' : 'ERR206', `${who}Id`, at)]
}

const noTin = (who: string, at: string) => found(who === 'Customer' ? 'ERR406' : 'ERR211', `${who}Tin`, at)

/** Of self-billed documents: 030 for foreigners, 010 when many are put together. */
function generalSupplier({ supplier, isSelfBilled, isConsolidated }: DocumentRead): Found[] {
  if (supplier.tin === FOREIGN_BUYER) return [found('ERR208', 'SupplierTin', SUPPLIER)]
  const may =
    isSelfBilled && (supplier.tin === FOREIGN_SUPPLIER || (supplier.tin === GENERAL_PUBLIC && isConsolidated))
  return may ? [] : [found('ERR211', 'SupplierTin', SUPPLIER)]
}

function generalBuyer(portal: Portal, { buyer }: DocumentRead): Found[] {
  const [{ type, value } = { type: 'BRN', value: 'NA' }] = buyer.ids
  const isMissing = value === 'NA'
  const wrong: Found[] = []
  if (buyer.tin === FOREIGN_SUPPLIER) wrong.push(found('ERR209', 'CustomerTin', BUYER))
  if (buyer.name === 'NA' || (isMissing && type !== 'BRN' && buyer.tin !== GENERAL_PUBLIC))
    wrong.push(found('ERR205', 'CustomerId', BUYER))
  if (buyer.tin === FOREIGN_BUYER && type === 'NRIC' && inForce(portal, 'residentsArePublic'))
    wrong.push(found('ERR239', 'CustomerTin', BUYER))
  if (buyer.tin === GENERAL_PUBLIC && type === 'BRN' && !isMissing)
    wrong.push(found('ERR237', 'CustomerTin', BUYER))
  if (buyer.tin === GENERAL_PUBLIC && type === 'PASSPORT' && !isMissing)
    wrong.push(found('ERR237', 'CustomerTin', BUYER))
  // A company's number begins with a year and a kind, which no birth date has.
  if (type === 'NRIC' && !isMissing && !/^\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])\d{6}$/.test(value))
    wrong.push(found('ERR206', 'CustomerId', BUYER))
  if (buyer.tin === GOVERNMENT && type !== 'BRN') wrong.push(found('ERR207', 'CustomerBrn', BUYER))
  return wrong
}

function consolidation({ isConsolidated, lines, buyer }: DocumentRead): Found[] {
  const is004 = lines.map((line) =>
    all(line, 'Item.CommodityClassification.ItemClassificationCode').some(({ _ }) => _ === '004'),
  )
  if (!isConsolidated) return is004.some(Boolean) ? [found('ERR238', 'ClassificationCode', BUYER)] : []
  if (!is004.every(Boolean)) return [found('ERR236', 'CustomerTin', BUYER)]
  return buyer.name === 'General Public' ? [] : [found('ERR237', 'CustomerTin', BUYER)]
}
