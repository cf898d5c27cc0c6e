/** 01 cash, 02 cheque, 03 transfer, 04 credit card, 05 debit card, 06 wallet, 07 digital bank, 08 others. */
export const paymentModes = ['01', '02', '03', '04', '05', '06', '07', '08'] as const

export const isPaymentMode = (code: string): boolean => paymentModes.some((mode) => mode === code)
