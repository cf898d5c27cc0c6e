/**
 * A mistake that somebody could make, as the smallest change of a source that makes it. The tests must turn red; one that
 * stays green has no test, and gets one.
 */
export interface Fault {
  /** What is wrong then, in a sentence: `A payment may be cancelled by who received it`. */
  about: string
  /** The source, from the root of the project. */
  file: string
  /** Text that is in the source exactly once, and what it becomes. */
  find: string
  replace: string
  /** Parts of the paths of the test files that are about it; in `npm run faults` nothing else is run. */
  tests: readonly string[]
}
