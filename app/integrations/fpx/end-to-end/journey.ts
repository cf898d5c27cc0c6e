import { verifyAc } from '../answers.ts'
import { enquire } from '../client.ts'
import { type FpxConfig, fpxUrl } from '../config.ts'
import type { ArFields, Model } from '../fields.ts'
import { type Authorization, buildAr } from '../messages.ts'
import { type Arrival, browse, form, press, type Screen, type World } from '../sandbox/test-support.ts'

/** The one place, with the tests beside it, where client and sandbox meet: over HTTP, as the product and FPX will. */
export function configOf(world: World): FpxConfig {
  return {
    url: world.url,
    exchangeId: 'EX00000000',
    sellerBankCode: '01',
    privateKey: world.privateKey,
    certificates: world.certificates,
    environment: 'uat',
  }
}

let orders = 0

/** A signed AR with an order number of its own. */
export function order(world: World, payment: Partial<Authorization> = {}): ArFields {
  orders += 1
  return buildAr(configOf(world), {
    model: 'B2C',
    seller_id: 'SE00000001',
    exchange_order_no: `L${String(orders).padStart(9, '0')}`,
    order_no: `INV-${orders}`,
    amount_sen: 350_00,
    bank_code: 'TEST0021',
    buyer_email: 'ibu@sekolah.test',
    buyer_name: "Nur Ain A/P D'Cruz",
    description: 'Yuran Januari',
    at: new Date(),
    ...payment,
  })
}

/** Posts an AR as the browser does, and gives the page that it lands on. */
export function goToBank(world: World, ar: Record<string, string>): Promise<Screen> {
  return browse(fpxUrl(configOf(world), 'authorize'), form(ar))
}

/** Goes all the way at a bank that does what its code, or the sen at LOAD001, say; ends on the bank's last page. */
export async function payAt(world: World, ar: ArFields): Promise<Screen> {
  return press(await press(await goToBank(world, ar), 'Sign in'), 'Confirm')
}

/** An AR for the scenario of these sen. */
export function orderBySen(world: World, sen: number, model: Model = 'B2C'): ArFields {
  return order(world, { model, bank_code: 'LOAD001', amount_sen: 12_00 + sen })
}

/** What the merchant makes of everything that arrived about an order: `direct 00`, `indirect refused: signature` … */
export function heard(world: World, ar?: ArFields): string[] {
  return world.arrivals
    .filter((arrival) => !ar || arrival.body.includes(ar.fpx_sellerExOrderNo))
    .map((arrival) => tell(world, arrival))
}

function tell(world: World, { channel, body }: Arrival): string {
  const result = verifyAc(configOf(world), body)
  return `${channel} ${result.ok ? result.ac.debit_code : `refused: ${result.reason}`}`
}

/** What an enquiry brings: the code, or why it told nothing. */
export async function asked(world: World, ar: ArFields, timeoutMs = 5_000): Promise<string> {
  const outcome = await enquire(configOf(world), ar, { timeoutMs })
  return outcome.kind === 'answer' ? outcome.ac.debit_code : outcome.why
}
