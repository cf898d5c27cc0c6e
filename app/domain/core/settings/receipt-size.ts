/** The sheets on which a receipt is printed; `80mm`: the roll of a till, as long as it needs to be. */
export const receiptSizes = ['a4', 'a5', '80mm'] as const
export type ReceiptSize = (typeof receiptSizes)[number]

export const isReceiptSize = (text: string | null): text is ReceiptSize =>
  receiptSizes.some((size) => size === text)
