/** Of an organisation: what its subscription is at, or that it is closed or has none. */
export const states = ['trial', 'active', 'grace', 'limited', 'ended', 'none', 'inactive'] as const

export interface StateCount {
  state: (typeof states)[number]
  count: number
}

/** Days within which a subscription that ends is told. */
export const endingDays = 30
