/** `model` is the token: 01 personal, 02 corporate. */
export interface Bank {
  model: string
  code: string
  /** As the bank writes itself into `fpx_buyerBankBranch`. */
  name: string
}

/** Answers by itself, without asking the person at the bank page; see `scenarios.ts`. */
export const APPROVES = 'TEST0021'
export const DECLINES = 'TEST0022'
export const SETTLES_LATER = 'TEST0023'
/** Plays the scenario that the sen of the amount names; see `scenarios.ts`. */
export const BY_SEN = 'LOAD001'

const TEST = `${APPROVES} SBI BANK A;${DECLINES} SBI BANK B;${SETTLES_LATER} SBI BANK C;${BY_SEN} SBI BANK LOAD`

const LISTS: Readonly<Record<string, string>> = {
  '01':
    'MB2U0227 MAYBANK2U;CIT0219 CITIBANK;PBB0233 PUBLIC BANK;RHB0218 RHB BANK;BCBB0235 CIMB CLICKS;BIMB0340 BANK ISLAM;' +
    'BKRM0602 BANK RAKYAT;BMMB0341 BANK MUAMALAT;BSN0601 BSN;HLB0224 HONG LEONG BANK;ABB0233 AFFIN BANK;' +
    'ABMB0212 ALLIANCE BANK;AGRO01 AGRONET;AMBB0209 AMBANK;BOCM01 BANK OF CHINA;HSBC0223 HSBC BANK;KFH0346 KFH;' +
    `MBSB001 MBSB BANK;OCBC0229 OCBC BANK;SCB0216 STANDARD CHARTERED;UOB0226 UOB BANK;${TEST}`,
  '02':
    'MBB0228 MAYBANK2E;PBB0233 PUBLIC BANK;PBB0234 PUBLIC BANK ENTERPRISE;RHB0218 RHB BANK;BCBB0235 CIMB BANK;' +
    'BIMB0340 BANK ISLAM;BKRM0602 I-BIZRAKYAT;BMMB0342 BANK MUAMALAT;HLB0224 HONG LEONG BANK;ABB0235 AFFINMAX;' +
    'ABMB0213 ALLIANCE BANK;AGRO02 AGRONETBIZ;AMBB0208 AMBANK;BNP003 BNP PARIBAS;CIT0218 CITIBANK;' +
    'DBB0199 DEUTSCHE BANK;HSBC0223 HSBC BANK;KFH0346 KFH;OCBC0229 OCBC BANK;SCB0215 STANDARD CHARTERED;' +
    `UOB0228 UOB BANK;${TEST}`,
}

export const BANKS: readonly Bank[] = Object.entries(LISTS).flatMap(([model, list]) =>
  list.split(';').map((entry) => {
    const space = entry.indexOf(' ')
    return { model, code: entry.slice(0, space), name: entry.slice(space + 1) }
  }),
)

/** `model code` of the banks that are down at the first start, so that every list shows some. */
export const OFFLINE_AT_FIRST = ['01 BOCM01', '01 CIT0219', '02 DBB0199']

export function findBank(model: string, code: string): Bank | undefined {
  return BANKS.find((bank) => bank.model === model && bank.code === code)
}

/** A BC's list: `CODE~A` or `CODE~B`, in no order that means anything. */
export function bankList(model: string, offline: readonly string[]): string {
  return BANKS.filter((bank) => bank.model === model)
    .map((bank) => `${bank.code}~${offline.includes(`${model} ${bank.code}`) ? 'B' : 'A'}`)
    .join(',')
}
