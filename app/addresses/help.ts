import { pages } from './pages.ts'

export const help_page = pages('shared/help', {})
