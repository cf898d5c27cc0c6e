import { pages } from './pages.ts'

export const year_archive = pages('tenant/year-archive', {})

export const family_archive = pages('tenant/family-archive', {})

export const accounting_export = pages('tenant/accounting-export', {})
