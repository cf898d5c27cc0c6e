import { mostSegments, smsSegments } from '#app/integrations/sms/segments.ts'
import { judgeSms } from './sms-rules.ts'

/**
 * Message credits of an SMS as it leaves, prefix included and placeholders filled: one for each segment. Null for one that may
 * not leave: a name that was filled in can make it too long, or look like a link.
 */
export function smsCredits(sms: string): number | null {
  const { segments } = smsSegments(sms)
  return segments === 0 || segments > mostSegments || judgeSms(sms).refused.length > 0 ? null : segments
}
