import { useTranslation } from 'react-i18next'
import { type BriefLine, linesInBrief, type PaidLine } from '#app/domain/core/invoicing/paid-lines.ts'
import {
  invoiceTitle,
  type TitleFacts,
  titleOfSeveral,
  withoutName,
} from '#app/domain/core/invoicing/title.ts'

/** What invoices are called, and what they bill, in the reader's language. */
export function useTitles() {
  const { t, i18n } = useTranslation()
  const reading = { t, locale: i18n.language }
  return {
    titleOf: (facts: TitleFacts): string => invoiceTitle(facts, reading),
    /** Without the name, where the row or the section says whose it is. */
    purposeOf: (facts: TitleFacts): string => invoiceTitle(withoutName(facts), reading),
    titleOfSeveral: (all: readonly TitleFacts[]): string => titleOfSeveral(all, reading),
    linesOf: (lines: readonly PaidLine[], most: number): BriefLine[] => linesInBrief(lines, most, reading),
  }
}
