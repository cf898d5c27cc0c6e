import { accessFaults } from './access.ts'
import { enrolmentFaults } from './enrolment.ts'
import type { Fault } from './fault.ts'
import { fileFaults } from './files.ts'
import { isolationFaults } from './isolation.ts'
import { jobFaults } from './jobs.ts'
import { letterFaults } from './letters.ts'
import { listFaults } from './lists.ts'
import { moneyFaults } from './money.ts'
import { peopleFaults } from './people.ts'
import { platformFaults } from './platform.ts'
import { sessionFaults } from './sessions.ts'
import { wordFaults } from './words.ts'

/** All of them by theme; a new feature adds its own. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  access: accessFaults,
  enrolment: enrolmentFaults,
  files: fileFaults,
  isolation: isolationFaults,
  jobs: jobFaults,
  letters: letterFaults,
  lists: listFaults,
  money: moneyFaults,
  people: peopleFaults,
  platform: platformFaults,
  sessions: sessionFaults,
  words: wordFaults,
}
