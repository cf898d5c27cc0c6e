import type { Fault } from './fault.ts'

/** Who may do what, whose rows somebody reaches, and what a second person must do. */
export const accessFaults: readonly Fault[] = [
  {
    about: 'Whoever asked for something may approve it',
    file: 'app/domain/core/four-eyes/four-eyes.ts',
    find: 'return id !== null && requested_by === id',
    replace: 'return id !== null && requested_by === null',
    tests: ['credit-move.db'],
  },
]
