/** What an attempt pays: invoices of a family, a gift, or an invoice of the platform, which lies at the platform's place. */
export const purposes = ['invoice', 'donation', 'platform_invoice'] as const
export type Purpose = (typeof purposes)[number]

/** Whether its money is the platform's own, and who looks after it the operators. */
export const isPlatforms = (purpose: string): boolean => purpose === 'platform_invoice'
