/**
 * Whether the payment of an invoice changes the subscription: one such is open at a time, and nothing else is asked for until
 * it is paid or let go.
 */
export const movesSubscription = ({ kind }: { kind: string }): boolean =>
  kind === 'renewal' || kind === 'upgrade' || kind === 'registration'
