import { findBank } from './banks.ts'
import type { Sandbox } from './delivery.ts'
import { AR, type Fields, fromMalaysianTime, isGenuine } from './wire.ts'

/** Smallest and largest amount by model, in sen. */
const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  '01': [100, 3_000_000],
  '02': [200, 100_000_000],
}

const ORDER = /^[A-Za-z0-9 @/\\().\-_,]{1,40}$/
const NAME = /^[A-Za-z0-9@/\\() .\-_,&']{0,50}$/
const EMAIL = /^$|^[^\s@&;:"*~`]{1,40}@[^\s@&;:"*~`]+\.[^\s@&;:"*~`]+$/

/** Code or null. First who speaks, then whether the message is whole, then what it asks for. */
export function refuseAr(sandbox: Sandbox, ar: Fields): string | null {
  if (AR.some((name) => ar[name] === undefined) || !ar.fpx_checkSum) return 'XE'
  return (
    refuseSender(sandbox, ar, AR) ??
    refuseHeader(sandbox, ar) ??
    refuseAmount(ar) ??
    refuseTexts(ar) ??
    refuseBank(sandbox, ar) ??
    refuseDuplicate(sandbox, ar)
  )
}

/** `XI` for an exchange that nobody registered, `XC` for a checksum that is not its own. */
export function refuseSender({ keys }: Sandbox, message: Fields, list: readonly string[]): string | null {
  const certificate = keys.exchanges.get(message.fpx_sellerExId ?? '')
  if (!certificate) return 'XI'
  return isGenuine(list, message, certificate) ? null : 'XC'
}

function refuseHeader({ settings }: Sandbox, ar: Fields): string | null {
  if (ar.fpx_msgType !== 'AR') return 'XT'
  if (!['5.0', '6.0', '7.0'].includes(ar.fpx_version ?? '')) return 'XE'
  if (!LIMITS[ar.fpx_msgToken ?? '']) return 'XM'
  if (!/^SE\d{8}$/.test(ar.fpx_sellerId ?? '')) return '46'
  if (settings.sellers.length > 0 && !settings.sellers.includes(ar.fpx_sellerId ?? '')) return 'XS'
  if (ar.fpx_sellerBankCode !== '01') return '05'
  const sent = fromMalaysianTime(ar.fpx_sellerTxnTime ?? '')
  if (Number.isNaN(sent)) return '30'
  // Measured by the machine's clock: a demo that control has moved on a day must still take new payments.
  return Math.abs(settings.clock() - sent) > settings.maxSkew ? 'XW' : null
}

function refuseAmount(ar: Fields): string | null {
  if (ar.fpx_txnCurrency !== 'MYR') return '47'
  if (!/^\d{1,10}\.\d\d$/.test(ar.fpx_txnAmount ?? '')) return '13'
  const sen = senOf(ar)
  const [least, most] = LIMITS[ar.fpx_msgToken ?? ''] ?? [0, 0]
  if (sen < least) return '2A'
  return sen > most ? '48' : null
}

function refuseTexts(ar: Fields): string | null {
  if (!ORDER.test(ar.fpx_sellerExOrderNo ?? '') || !ORDER.test(ar.fpx_sellerOrderNo ?? '')) return '30'
  if (/[/&']/.test(ar.fpx_buyerBankBranch ?? '') || !ar.fpx_productDesc || !NAME.test(ar.fpx_productDesc))
    return '30'
  if (!NAME.test(ar.fpx_buyerName ?? '') || /[/&']/.test(ar.fpx_buyerId ?? '')) return '77'
  return EMAIL.test(ar.fpx_buyerEmail ?? '') ? null : 'DB'
}

function refuseBank({ state }: Sandbox, ar: Fields): string | null {
  const { fpx_msgToken: model = '', fpx_buyerBankId: code = '' } = ar
  if (!findBank(model, code)) return findBank(model === '01' ? '02' : '01', code) ? '92' : '31'
  return state.offline.includes(`${model} ${code}`) ? 'BB' : null
}

function refuseDuplicate(
  { state }: Sandbox,
  { fpx_sellerExOrderNo, fpx_sellerOrderNo, fpx_sellerId }: Fields,
) {
  if (state.transactions.some(({ ar }) => ar.fpx_sellerExOrderNo === fpx_sellerExOrderNo)) return 'XN'
  const sold = state.transactions.filter(({ ar }) => ar.fpx_sellerId === fpx_sellerId)
  return sold.some(({ ar }) => ar.fpx_sellerOrderNo === fpx_sellerOrderNo) ? '45' : null
}

export function senOf(ar: Fields): number {
  return Number((ar.fpx_txnAmount ?? '').replace('.', ''))
}
