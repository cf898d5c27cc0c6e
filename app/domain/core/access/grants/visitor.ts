/** Looks by another name. */
export const alsoLooks: ReadonlySet<string> = new Set(['dashboard.figures'])

/** Looks that no help needs: where money goes and the keys of it, what is one's own, and what a doctor said. */
export const neverShown: ReadonlySet<string> = new Set([
  'profile.view',
  'bank.view',
  'gateway.view',
  'smtp.view',
  'api_key.view',
  'health.view',
  'support.view',
])

/**
 * Of what an administrator may do, an operator who visits to help may only look: whatever is not plainly called a look they
 * may not do, also what is built after this was written. Printing, files, and revealing what is masked are rights of their own.
 */
export const helperMay = (permission: string): boolean =>
  (permission.endsWith('.view') && !neverShown.has(permission)) || alsoLooks.has(permission)
