import { verifyAc } from '../answers.ts'
import { enquire } from '../client.ts'
import { type FpxConfig, fpxUrl } from '../config.ts'
import type { ArFields, Model } from '../fields.ts'
import { type Authorization, buildAr } from '../messages.ts'
import { type Arrival, browse, form, press, type Screen, type World } from '../sandbox/test-support.ts'

/** Here alone, with the tests beside it, client and sandbox meet: over HTTP, as the product and FPX will. */
export function configOf(world: World): FpxConfig {
  return {
    url: world.url,
    exchangeId: 'EX00000000',
    sellerBankCode: '01',
    privateKey: world.privateKey,
    certificates: world.certificates,
    ownCertificate: null,
    environment: 'uat',
  }
}

let orders = 0

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

export function goToBank(world: World, ar: Record<string, string>): Promise<Screen> {
  return browse(fpxUrl(configOf(world), 'authorize'), form(ar))
}

/** At a bank that does what its code, or the sen at LOAD001, say; ends on the bank's last page. */
export async function payAt(world: World, ar: ArFields): Promise<Screen> {
  return press(await press(await goToBank(world, ar), 'Sign in'), 'Confirm')
}

export function orderBySen(world: World, sen: number, model: Model = 'B2C'): ArFields {
  return order(world, { model, bank_code: 'LOAD001', amount_sen: 12_00 + sen })
}

/** Everything that arrived about an order: `direct 00`, `indirect refused: signature` … */
export function heard(world: World, ar?: ArFields): string[] {
  return world.arrivals
    .filter((arrival) => !ar || arrival.body.includes(ar.fpx_sellerExOrderNo))
    .map((arrival) => tell(world, arrival))
}

function tell(world: World, { channel, body }: Arrival): string {
  const result = verifyAc(configOf(world), body)
  return `${channel} ${result.ok ? result.ac.debit_code : `refused: ${result.reason}`}`
}

/** The code, or why the enquiry told nothing. */
export async function asked(world: World, ar: ArFields, timeoutMs = 5_000): Promise<string> {
  const outcome = await enquire(configOf(world), ar, { timeoutMs })
  return outcome.kind === 'answer' ? outcome.report.debit_code : outcome.why
}
