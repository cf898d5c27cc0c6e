import type { TFunction } from 'i18next'

/** What a response code of FPX, or a status of CHIP, means; the same sentence for no code and for one that nobody has listed. */
export function codeWord(code: string | null, t: TFunction): string {
  return t([`fpx.code.${code || 'unknown'}`, `chip.code.${code}`, 'fpx.code.unknown'])
}
