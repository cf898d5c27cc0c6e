import { BANK_NAMES } from '#app/integrations/fpx/banks/bank-names.ts'

/** Banks in Malaysia that hold accounts of organisations: SWIFT code, name as the bank calls itself, FPX codes begin with. */
const lines = `
PHBMMYKL Affin Bank: ABB
AGOBMYKL Agrobank: AGRO
RJHIMYKL Al Rajhi Bank:
MFBBMYKL Alliance Bank: ABMB
ARBKMYKL AmBank: AMBB
BKKBMYKL Bangkok Bank:
BIMBMYKL Bank Islam: BIMB
BMMBMYKL Bank Muamalat: BMMB
BKCHMYKL Bank of China: BOCM
BKRMMYKL Bank Rakyat: BKRM
BSNAMYK1 Bank Simpanan Nasional (BSN): BSN
BNPAMYKL BNP Paribas: BNP
CIBBMYKL CIMB Bank: BCBB
CITIMYKL Citibank: CIT
DEUTMYKL Deutsche Bank: DBB
HLBBMYKL Hong Leong Bank: HLB
HBMBMYKL HSBC Bank: HSBC
ICBKMYKL ICBC:
KFHOMYKL Kuwait Finance House: KFH
MBBEMYKL Maybank: MBB MB2U
AFBQMYKL MBSB Bank: MBSB
BOTKMYKX MUFG Bank:
OCBCMYKL OCBC Bank: OCBC
PBBEMYKL Public Bank: PBB
RHBBMYKL RHB Bank: RHB
SCBLMYKX Standard Chartered: SCB
SMBCMYKL Sumitomo Mitsui Banking Corporation:
UOVBMYKL UOB: UOB`

interface Bank {
  /** SWIFT. */
  code: string
  name: string
}

const parsed = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [, code, name, channels] = /^(\S+) (.*?):(.*)$/.exec(line)!
    return { code: code!, name: name!, channels: channels!.split(' ').filter(Boolean) }
  })

/** Every bank at which an organisation can have its account, by name. */
export const banks: readonly Bank[] = parsed
  .map(({ code, name }) => ({ code, name }))
  .sort((one, other) => one.name.localeCompare(other.name))

/** By the codes of FPX, which has up to two channels for a bank, and by which accounts were stored before. */
const byChannel = new Map(
  BANK_NAMES.filter(({ test }) => !test).map(({ code }) => {
    const bank = parsed.find(({ channels }) =>
      channels.some((channel) => /^\d+$/.test(code.replace(channel, ''))),
    )
    return [code, bank && { code: bank.code, name: bank.name }] as const
  }),
)

/** The bank of a SWIFT code, or of a code of FPX; undefined: there is none. */
export const bankOf = (code: string): Bank | undefined =>
  banks.find((bank) => bank.code === code) ?? byChannel.get(code)

/** The choices of a field. A bank that is stored by a code of FPX keeps that code, so that saving again changes nothing. */
export const bankChoices = (stored?: string) =>
  banks.map(({ code, name }) => ({
    value: stored && bankOf(stored)?.code === code ? stored : code,
    label: name,
  }))
