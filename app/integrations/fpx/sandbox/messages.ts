import { randomBytes } from 'node:crypto'
import { findBank } from './banks.ts'
import type { Keys } from './keys.ts'
import type { Forge } from './scenario.ts'
import type { State, Transaction } from './state.ts'
import { AC, type Fields, malaysianTime, signature, source } from './wire.ts'

/** Whose name stands on the account: seldom the payer's, and never one that a careless merchant could sign. */
const HOLDER = "N@m3()/PyN .-&B'UYER"
const AWKWARD_HOLDER = "SITI  A/P O'NEIL & CO <b>/@_,  "

export interface Sealer {
  keys: Keys
  state: State
  now(): number
}

/** In one of the ways that it can be wrong, if `forge` names one. */
export function answerOf(sealer: Sealer, transaction: Transaction, code: string, forge?: Forge): Fields {
  if (forge === 'replay') return replay(sealer, transaction)
  return seal(sealer, { ...valuesOf(transaction, code), ...misfit(forge, transaction) }, forge)
}

/** About a request that made no transaction: refused, or enquired about and not found. */
export function refusalOf(sealer: Sealer, request: Fields, code: string): Fields {
  return seal(sealer, { ...echo(request), fpx_fpxTxnId: '', fpx_fpxTxnTime: '', fpx_debitAuthCode: code })
}

function valuesOf({ id, time, ar, reference }: Transaction, code: string): Fields {
  const done = code === '00'
  return {
    ...echo(ar),
    fpx_fpxTxnId: id,
    fpx_fpxTxnTime: time,
    fpx_buyerBankBranch: findBank(ar.fpx_msgToken ?? '', ar.fpx_buyerBankId ?? '')?.name ?? '',
    fpx_buyerName: HOLDER,
    fpx_makerName: ar.fpx_msgToken === '02' ? 'New Simulator' : '',
    fpx_debitAuthCode: code,
    fpx_debitAuthNo: done ? reference : '',
    fpx_creditAuthCode: done ? '00' : '',
    fpx_creditAuthNo: done ? '9999999999' : '',
  }
}

/** Fields that the request had too with its values, the others blank. */
function echo(request: Fields): Fields {
  const names = AC.map((name) => [name, request[name] ?? ''])
  return { ...Object.fromEntries(names), fpx_msgType: 'AC', fpx_buyerName: '', fpx_buyerBankBranch: '' }
}

/** Fields that are not as they were asked, though FPX signs them. */
function misfit(forge: Forge | undefined, { ar, id }: Transaction): Fields {
  switch (forge) {
    case 'amount':
      return { fpx_txnAmount: ar.fpx_txnAmount === '1.00' ? '2.00' : '1.00' }
    case 'seller':
      return { fpx_sellerId: 'SE99999999' }
    case 'exchange':
      return { fpx_sellerExId: 'EX99999999' }
    case 'currency':
      return { fpx_txnCurrency: 'USD' }
    case 'order':
      return { fpx_sellerExOrderNo: 'NEVER-GIVEN-0001', fpx_sellerOrderNo: 'NEVER-GIVEN-0001' }
    // The bank has debited the order once more, and FPX counts that as a transaction of its own.
    case 'second':
      return { fpx_fpxTxnId: `9${id.slice(1)}` }
    case 'special':
      return { fpx_buyerName: AWKWARD_HOLDER }
    default:
      return {}
  }
}

function seal({ keys, state }: Sealer, fields: Fields, forge?: Forge): Fields {
  const text = source(AC, fields)
  const genuine = () => signature(text, keys[state.signer].key)
  const checksum = (): string => {
    switch (forge) {
      case 'random':
        return randomBytes(256).toString('hex').toUpperCase()
      case 'stranger':
        return signature(text, keys.stranger.key)
      case 'blanks':
        return signature(
          AC.map((name) => fields[name])
            .filter(Boolean)
            .join('|'),
          keys[state.signer].key,
        )
      case 'sha256':
        return signature(text, keys[state.signer].key, 'RSA-SHA256')
      case 'short':
        return genuine().slice(0, 510)
      case 'letters':
        return `${genuine().slice(0, 511)}G`
      case 'lower_case':
        return genuine().toLowerCase()
      case 'next_certificate':
        return signature(text, keys.next.key)
      case 'expired_certificate':
        return signature(text, keys.previous.key)
      default:
        return genuine()
    }
  }
  const sealed = { ...fields, fpx_checkSum: checksum() }
  return forge === 'after' ? { ...sealed, fpx_txnAmount: '9999.00' } : sealed
}

/** A paid transaction other than this one; one that the merchant never had if there is none. */
function replay(sealer: Sealer, transaction: Transaction): Fields {
  const other = sealer.state.transactions.findLast(({ id, code }) => code === '00' && id !== transaction.id)
  return other ? answerOf(sealer, other, '00') : answerOf(sealer, transaction, '00', 'order')
}

/** FPX's 16 digits: the moment in Malaysia and a running number. */
export function transactionId(now: number, sequence: number): string {
  return malaysianTime(now).slice(2) + String(sequence % 10_000).padStart(4, '0')
}
