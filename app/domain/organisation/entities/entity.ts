export const entityStatuses = ['active', 'inactive'] as const
export const subscriptionStatuses = ['trial', 'active', 'grace', 'limited', 'ended'] as const
