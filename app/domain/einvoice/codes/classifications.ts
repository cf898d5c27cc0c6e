/**
 * What a line is for: 001 to 045. Those that fees can have are named in `fee_category.einvoice_classifications`.
 */
const last = 45

export const isClassification = (code: string): boolean =>
  /^0\d\d$/.test(code) && Number(code) >= 1 && Number(code) <= last

/** Receipts of people who did not ask for a document of their own; of no other line. */
export const consolidated = '004'
