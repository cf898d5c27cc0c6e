import type { Model } from '#app/integrations/fpx/fields.ts'

/** The same code may stand in both models under two names, so rows are keyed by both. */
export interface BankName {
  model: Model
  code: string
  name: string
  /** Exists in PayNet's test environment only and must never be offered in production. */
  test: boolean
}

/**
 * PayNet's published display names (a BC carries codes only). Legacy codes that still turn up are kept, so that an old
 * payment shows its bank by name. `HLB0225` belongs to B2B2 and is left out on purpose.
 */
const PRODUCTION = {
  B2C: `
ABB0233 Affin Bank
AGRO01 AGRONet
ABMB0212 Alliance Bank (Personal)
AMBB0209 AmBank
BIMB0340 Bank Islam
BMMB0341 Bank Muamalat
BOCM01 Bank Of China
BKRM0602 Bank Rakyat
BSN0601 BSN
BCBB0235 CIMB Clicks
CIT0219 Citibank
HLB0224 Hong Leong Bank
HSBC0223 HSBC Bank
KFH0346 KFH
MB2U0227 Maybank2U
MBB0228 Maybank2E
MBSB001 MBSB Bank
OCBC0229 OCBC Bank
PBB0233 Public Bank
RHB0218 RHB Bank
SCB0216 Standard Chartered
UOB0226 UOB Bank`,
  B2B1: `
ABB0235 AFFINMAX
ABB0232 Affin Bank
AGRO02 AGRONetBIZ
ABMB0213 Alliance Bank (Business)
AMBB0208 AmBank
BIMB0340 Bank Islam
BMMB0342 Bank Muamalat
BKRM0602 i-bizRAKYAT
BNP003 BNP Paribas
BCBB0235 CIMB Bank
CIT0218 Citibank Corporate Banking
DBB0199 Deutsche Bank
HLB0224 Hong Leong Bank
HSBC0223 HSBC Bank
KFH0346 KFH
MBB0228 Maybank2E
OCBC0229 OCBC Bank
PBB0233 Public Bank PBe
PBB0234 Public Bank PB enterprise
RHB0218 RHB Bank
SCB0215 Standard Chartered
UOB0228 UOB Regional
UOB0227 UOB Bank`,
} satisfies Record<Model, string>

/** The same in both models. */
const TEST = `
TEST0021 SBI Bank A
TEST0022 SBI Bank B
TEST0023 SBI Bank C
ABB0234 Affin Bank (test)
UOB0229 UOB Bank (test)
LOAD001 SBI Bank Load (test)`

export const BANK_NAMES: readonly BankName[] = (['B2C', 'B2B1'] as const).flatMap((model) => [
  ...rows(model, PRODUCTION[model], false),
  ...rows(model, TEST, true),
])

function rows(model: Model, lines: string, test: boolean): BankName[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const space = line.indexOf(' ')
      return { model, code: line.slice(0, space), name: line.slice(space + 1), test }
    })
}
