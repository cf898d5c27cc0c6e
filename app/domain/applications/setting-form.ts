import { z } from 'zod'

const box = z.boolean().optional()

/** How applications are decided; a box that is not ticked is a no. `version` is 0 before the first change. */
export const applicationSettingForm = z.object({
  auto_approve: box,
  issue_on_approval: box,
  class_admin_approves: box,
  notify_staff: box,
  version: z.coerce.number().int().min(0),
})
