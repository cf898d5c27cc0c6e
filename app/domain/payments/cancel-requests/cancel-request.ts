export const kinds = ['invoice', 'payment'] as const
export type Kind = (typeof kinds)[number]

/** Open, then one of the others for good. */
export const states = ['open', 'approved', 'rejected', 'withdrawn'] as const
export type State = (typeof states)[number]
