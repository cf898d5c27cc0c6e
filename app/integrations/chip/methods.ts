/** What a payer chooses among, each with the methods of CHIP that it stands for; CHIP itself has no "card". */
const groups = {
  card: ['visa', 'mastercard', 'maestro', 'mpgs_google_pay', 'mpgs_apple_pay'],
  ewallet: ['razer_tng', 'razer_grabpay', 'razer_shopeepay', 'razer_maybankqr', 'razer_atome', 'razer'],
  duitnow_qr: ['duitnow_qr'],
  banking: ['fpx'],
  company_banking: ['fpx_b2b1'],
} as const satisfies Record<string, readonly string[]>

export type ChipGroup = keyof typeof groups
export const chipGroups = Object.keys(groups) as [ChipGroup, ...ChipGroup[]]

/** Of the methods that CHIP has switched on for the brand; empty when the group cannot be offered. */
export function whitelistOf(group: ChipGroup, available: readonly string[]): string[] {
  return groups[group].filter((method) => available.includes(method))
}

/** Groups of which at least one method is on: a whitelist that leaves nothing makes CHIP's page unusable. */
export function groupsOf(available: readonly string[]): ChipGroup[] {
  return chipGroups.filter((group) => whitelistOf(group, available).length > 0)
}

/** CHIP's own page is skipped where a group is one method. */
export function straightTo(checkout_url: string, group: string): string {
  const only = (groups as Record<string, readonly string[]>)[group]
  if (only?.length !== 1) return checkout_url
  const url = new URL(checkout_url)
  url.searchParams.set('preferred', only[0]!)
  return url.href
}

/** Names of their owners, the same in every language. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  mpgs_google_pay: 'Google Pay',
  mpgs_apple_pay: 'Apple Pay',
  razer_tng: "Touch 'n Go eWallet",
  razer_grabpay: 'GrabPay',
  razer_shopeepay: 'ShopeePay',
  razer_maybankqr: 'MAE',
  razer_atome: 'Atome',
  duitnow_qr: 'DuitNow QR',
  fpx: 'FPX',
  fpx_b2b1: 'FPX B2B1',
}

/** The method itself when it is in no list; blank for none. */
export function methodName(method: string): string {
  return names[method] ?? method.slice(0, 60)
}
