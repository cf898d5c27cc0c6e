/** A job that failed for good: still open, or asked for again by an operator. */
export const failedJobStates = ['open', 'retried'] as const
