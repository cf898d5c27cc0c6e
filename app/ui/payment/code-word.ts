import type { TFunction } from 'i18next'

/** What a response code of FPX means; the same sentence for no code and for one that nobody has listed. */
export function codeWord(code: string | null, t: TFunction): string {
  return t(`fpx.code.${code || 'unknown'}`, { defaultValue: t('fpx.code.unknown') })
}
