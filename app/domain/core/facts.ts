/** A labelled value of a row, as plain text, for its page and for the notice of a version conflict. */
export interface PlainFact {
  label: string
  value: string | number | null | undefined
  /** Where a touch leads: a telephone, a mail. */
  href?: string | null | undefined
  /** Needs the whole width even where facts are in two columns. */
  wide?: true
}

/** The words of a key in the reader's language. */
export type Words = (key: string) => string
