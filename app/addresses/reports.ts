import { page, pages } from './pages.ts'

export const report = pages('tenant/report', {
  index: page('/report', 'signed-in'),
})
