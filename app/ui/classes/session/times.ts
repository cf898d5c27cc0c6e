import { formatClocks } from '#app/domain/core/dates.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** From when until when a session is held, in the reader's language: `3:00–4:30 pm`, `11:30 am–1:00 pm`. */
export function useTimes() {
  const { locale } = usePage()
  return ({ starts, ends }: { starts: string; ends: string }): string => formatClocks(starts, ends, locale)
}
