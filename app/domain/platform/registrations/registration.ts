/** How a registration stands for the operator: `making` is approved, and its organisation is not there yet. */
export const registrationStates = ['pending', 'making', 'failed', 'approved', 'rejected'] as const
export type RegistrationState = (typeof registrationStates)[number]
