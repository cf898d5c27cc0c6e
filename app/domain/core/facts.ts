/** What is known about a row, in the reader's words: plain text, for the page of the row and beside a stale form. */
export interface PlainFact {
  label: string
  value: string | number | null | undefined
  /** Where a touch leads: a telephone, a mail. */
  href?: string | null | undefined
  /** Needs the whole width even where facts stand in two columns. */
  wide?: true
}

/** The words of a key in the reader's language. */
export type Words = (key: string) => string
