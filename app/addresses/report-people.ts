import { pages } from './pages.ts'

/** Reports of students, branches and trainers. */
export const people_report = pages('tenant/report-people', {})
